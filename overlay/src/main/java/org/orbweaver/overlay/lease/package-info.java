/**
 * Politeness across the whole swarm: who fetches from a host needs a lease from the grantor of the
 * host's name, and one from the grantor of its IP address.
 *
 * <p>The {@link org.orbweaver.overlay.lease.LeaseGrantor} of a name is the peer closest to its
 * SHA-1. It lends the name to one peer at a time, and after each return lets it rest for the crawl
 * delay. {@link org.orbweaver.overlay.lease.Leases} are the asking side. With host keys the grantor
 * of a host is nearly always the peer that wants to fetch from it, so most leases cost no message.
 *
 * <p>Nothing of this is on disk: leases are short, and whoever becomes a name's grantor first waits
 * until all that another may have lent have run out. A side of a partition has to reckon with
 * another grantor on the other side: it lends as much less as it sees fewer peers, so that together
 * they are no ruder than before.
 */
@NullMarked
package org.orbweaver.overlay.lease;

import org.jspecify.annotations.NullMarked;
