/**
 * The experiments behind the documentation's figures: each answers one question and reports a
 * record of figures. Their instruments, virtual time and the synthetic DHT and web, are in {@code
 * sim}.
 *
 * <p>The lab drives the very code that runs on the Internet. The same seed gives the same run, and
 * a failing seed is a test case.
 */
@NullMarked
package org.orbweaver.lab;

import org.jspecify.annotations.NullMarked;
