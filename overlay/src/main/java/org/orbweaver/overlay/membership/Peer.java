package org.orbweaver.overlay.membership;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * A peer as it describes itself to the swarm.
 *
 * <p>Its place in the key space follows from its IP address alone: virtual node i is SHA-1(address,
 * i), and the port has no part in it. So nobody chooses the keys it answers for (Herodotus §4.2.3),
 * and one record stands for all its virtual nodes.
 *
 * @param virtualNodes its share of the work, in proportion to its capacity (§4.2.4), as far as its
 *     address has so many to give
 * @param disk a number drawn when its disk was empty: a peer that comes back with another one has
 *     lost what it held
 * @param incarnation grows whenever the peer describes itself anew; of two descriptions the one
 *     with the larger number is true
 * @param credentials its public keys and its signature over the rest; what they prove is for a
 *     {@link PeerVerifier} to say
 */
public record Peer(
    Endpoint address, int virtualNodes, long disk, long incarnation, Credentials credentials) {
  /**
   * Four times the usual. Capacity is only claimed: what one address may claim, and what all peers
   * there have together, is therefore no more than four ordinary peers have.
   */
  public static final int MOST_VIRTUAL_NODES = 1024;

  /**
   * Where a client says it lives: it cannot be reached from outside, so nobody is to try. It owns
   * nothing, is no member, and is answered at the address that its packets come from.
   */
  public static final Endpoint NOWHERE = Endpoint.v6(0, 0, 0);

  public Peer {
    if (virtualNodes < 0 || virtualNodes > MOST_VIRTUAL_NODES) {
      throw new IllegalArgumentException(
          "a peer has 0 to " + MOST_VIRTUAL_NODES + " virtual nodes, not " + virtualNodes);
    }
  }

  public boolean isClient() {
    return address.equals(NOWHERE);
  }

  /** The ID of one of its virtual nodes, if it has its address for itself. */
  public Key id(int index) {
    return VirtualNodes.id(Locality.site(address), index);
  }
}
