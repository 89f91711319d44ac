/**
 * Who is in the swarm, and who answers for a key.
 *
 * <p>Every peer knows every other: {@link org.orbweaver.overlay.membership.Members} holds what each
 * says of itself ({@link org.orbweaver.overlay.membership.Peer}) and whether it lives. What changes
 * there spreads by gossip on pings. The living make a {@link
 * org.orbweaver.overlay.membership.MembershipView}: all their virtual nodes' IDs, sorted, from
 * which the peers closest to any key are read without asking anybody.
 *
 * <p>Kademlia's metric stays, its buckets go. A lookup of log n messages pays where nobody can know
 * everybody; a crawler's peers stay for days, and at a change of membership a day each even 100,000
 * peers cause three small records a second. Against that stand eight messages saved for every batch
 * of links (the one-hop lookups of Gupta, Liskov and Rodrigues, 2004).
 */
@NullMarked
package org.orbweaver.overlay.membership;

import org.jspecify.annotations.NullMarked;
