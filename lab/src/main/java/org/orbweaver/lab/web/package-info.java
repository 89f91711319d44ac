/**
 * Whole crawls of the synthetic web, compared page by page with its truth: what was missed, fetched
 * twice, or fetched against the rules.
 */
@NullMarked
package org.orbweaver.lab.web;

import org.jspecify.annotations.NullMarked;
