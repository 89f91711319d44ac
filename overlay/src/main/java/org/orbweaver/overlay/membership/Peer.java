package org.orbweaver.overlay.membership;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * A peer as it describes itself to the swarm.
 *
 * <p>Its place in the key space follows from its address alone: virtual node i is SHA-1(address,
 * i). So nobody chooses the keys it answers for (Herodotus §4.2.3), and one record stands for all
 * its virtual nodes.
 *
 * @param virtualNodes its share of the work, in proportion to its capacity (§4.2.4)
 * @param disk a number drawn when its disk was empty: a peer that comes back with another one has
 *     lost what it held
 * @param incarnation grows whenever the peer describes itself anew; of two descriptions the one
 *     with the larger number is true
 * @param credentials its public keys and its signature over the rest; what they prove is for a
 *     {@link PeerVerifier} to say
 */
public record Peer(
    Endpoint address, int virtualNodes, long disk, long incarnation, Credentials credentials) {
  /** More would let one address take a large part of the key space by claiming capacity. */
  public static final int MOST_VIRTUAL_NODES = 4096;

  public Peer {
    if (virtualNodes < 0 || virtualNodes > MOST_VIRTUAL_NODES) {
      throw new IllegalArgumentException(
          "a peer has 0 to " + MOST_VIRTUAL_NODES + " virtual nodes, not " + virtualNodes);
    }
  }

  /** The ID of one of its virtual nodes. */
  public Key id(int index) {
    byte[] name = new byte[22];
    for (int i = 0; i < 8; i++) {
      name[i] = (byte) (address.high() >>> 56 - 8 * i);
      name[8 + i] = (byte) (address.low() >>> 56 - 8 * i);
    }
    name[16] = (byte) (address.port() >>> 8);
    name[17] = (byte) address.port();
    for (int i = 0; i < 4; i++) {
      name[18 + i] = (byte) (index >>> 24 - 8 * i);
    }
    return Key.read(sha1().digest(name), 0);
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
