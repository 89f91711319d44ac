/**
 * The rules of {@link org.orbweaver.trust}, at work between peers.
 *
 * <p>A peer's {@link org.orbweaver.overlay.trust.WorkLog} becomes a commitment when a period ends.
 * It, and all that the peer has said of others, are one {@link org.orbweaver.overlay.book.BookEntry
 * page} of its book, which twelve peers keep who are neither itself nor of its network ({@link
 * org.orbweaver.overlay.book.BookPlace}). Every peer reads the {@link
 * org.orbweaver.overlay.trust.Library union of all books}, reckons, and then knows whom it has to
 * {@link org.orbweaver.overlay.trust.Checks check}, on whom it sits in a jury, and {@link
 * org.orbweaver.overlay.trust.TrustGate whom it answers}. {@link
 * org.orbweaver.overlay.trust.TrustKeeper} puts all that in order of time.
 *
 * <p>What a page is, how it is fetched again and which links follow from it, an {@link
 * org.orbweaver.overlay.trust.Inspector} knows, who is not part of the overlay.
 */
@NullMarked
package org.orbweaver.overlay.trust;

import org.jspecify.annotations.NullMarked;
