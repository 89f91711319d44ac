/**
 * Tests against programs we did not write: real BitTorrent clients, over real sockets on loopback
 * or in a network namespace that the test makes itself. What they show is in {@code
 * docs/interop.md}.
 *
 * <p>Every program, our own node included, is a {@link org.orbweaver.interop.DhtProgram}: a process
 * with a driver that is spoken to in lines. A {@link org.orbweaver.interop.TestNetwork} starts them
 * in a {@link org.orbweaver.interop.Place} and ends them. {@link
 * org.orbweaver.interop.BothDirections} is what each client and our node must be able to do with
 * each other, {@link org.orbweaver.interop.MagnetLinks} and {@link
 * org.orbweaver.interop.StoresItems} what some can do besides; a client's test class says how to
 * drive it, and where it has a defect.
 *
 * <p>A test names the {@link org.orbweaver.interop.Component}s it needs with {@link
 * org.orbweaver.interop.RealComponent}. Under {@code ./check}, which installs them all, a missing
 * one is a failure; under a plain {@code mvn verify} the test is skipped and says why. A {@link
 * org.orbweaver.interop.ForeignProgram} is one of them running; it never outlives its test.
 */
@NullMarked
package org.orbweaver.interop;

import org.jspecify.annotations.NullMarked;
