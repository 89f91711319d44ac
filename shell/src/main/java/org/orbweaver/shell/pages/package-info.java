/**
 * How pages are fetched, as options of every command that fetches any: how far ({@link
 * org.orbweaver.shell.pages.ReachOptions}), how politely ({@link
 * org.orbweaver.shell.pages.PageOptions}), with which browser.
 */
@NullMarked
package org.orbweaver.shell.pages;

import org.jspecify.annotations.NullMarked;
