/**
 * Chromium as a visitor has it, for experiments and tests that look at pages as people do: what is
 * drawn, what a script comes to, and what the browser complains of.
 */
@NullMarked
package org.orbweaver.lab.browser;

import org.jspecify.annotations.NullMarked;
