/**
 * Where Orbweaver is proven: virtual time and a virtual network in {@code lab.net}, the synthetic
 * DHT in {@code lab.world}, and the experiments, each of which answers one question and reports a
 * record of figures.
 *
 * <p>The lab drives the very code that runs on the Internet. The same seed gives the same run, and
 * a failing seed is a test case.
 */
@NullMarked
package org.orbweaver.lab;

import org.jspecify.annotations.NullMarked;
