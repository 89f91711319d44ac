/**
 * Tests against programs we did not write: real BitTorrent clients, over real sockets on loopback
 * or in a network namespace that the test makes itself.
 *
 * <p>A test names the {@link org.orbweaver.interop.Component}s it needs with {@link
 * org.orbweaver.interop.RealComponent}. Under {@code ./check}, which installs them all, a missing
 * one is a failure; under a plain {@code mvn verify} the test is skipped and says why. A {@link
 * org.orbweaver.interop.ForeignProgram} is one of them running; it never outlives its test.
 */
@NullMarked
package org.orbweaver.interop;

import org.jspecify.annotations.NullMarked;
