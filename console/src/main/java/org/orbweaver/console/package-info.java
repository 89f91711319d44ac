/**
 * Web pages and HTTP API. {@link org.orbweaver.console.ConsoleServer} binds to the loopback address
 * unless told otherwise, and serves what its {@link org.orbweaver.console.Section}s bring: {@code
 * console.index} the torrent index with its search page, feeds and dashboard.
 *
 * <p>Whatever a page shows may come from strangers. Pages are fixed files; names reach them as JSON
 * and the page as text nodes only; a strict content security policy stands behind that.
 */
@NullMarked
package org.orbweaver.console;

import org.jspecify.annotations.NullMarked;
