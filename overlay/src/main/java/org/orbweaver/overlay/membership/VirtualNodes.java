package org.orbweaver.overlay.membership;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.memory.LruMap;

/**
 * The IDs of a site: SHA-1(site, 0), SHA-1(site, 1) and so on. All its peers together have {@link
 * Peer#MOST_VIRTUAL_NODES} of them and no more, whatever they claim and however many ports they
 * use: who has one address has no choice at all of where it stands (Herodotus §4.2.3).
 *
 * <p>Peers of one site share its IDs by weighted rendezvous hashing, so that one that comes or goes
 * takes or gives only its own. A peer may choose its port, but gains by it only what its neighbours
 * at the same address lose.
 */
final class VirtualNodes {
  private static final int MOST_SITES = 1 << 12;

  /** A view is made anew whenever somebody comes or goes; hashing was most of the work. */
  private static final Map<Long, long[]> KNOWN =
      Collections.synchronizedMap(new LruMap<>(MOST_SITES));

  private VirtualNodes() {}

  static Key id(long site, int index) {
    try {
      byte[] name = ByteBuffer.allocate(12).putLong(site).putInt(index).array();
      return Key.read(MessageDigest.getInstance("SHA-1").digest(name), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  /** The first 64 bits of a site's first IDs; never to be changed. */
  static long[] ids(long site, int count) {
    long[] known = KNOWN.get(site);
    if (known != null && known.length >= count) {
      return known;
    }
    int have = known == null ? 0 : known.length;
    long[] ids = known == null ? new long[count] : Arrays.copyOf(known, count);
    for (int index = have; index < count; index++) {
      ids[index] = id(site, index).high();
    }
    KNOWN.put(site, ids);
    return ids;
  }

  /** How many IDs these peers of one site have together. */
  static int count(List<Peer> neighbours) {
    int claimed = neighbours.stream().mapToInt(Peer::virtualNodes).sum();
    return Math.min(claimed, Peer.MOST_VIRTUAL_NODES);
  }

  /** Which of these peers of one site has the ID of that index. */
  static Peer owner(List<Peer> neighbours, int index) {
    Peer best = neighbours.getFirst();
    if (neighbours.size() == 1) {
      return best;
    }
    double most = Double.NEGATIVE_INFINITY;
    for (Peer peer : neighbours) {
      long mixed = (peer.address().port() * 0x9E3779B97F4A7C15L ^ index) * 0xD6E8FEB86659FD93L;
      mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
      double drawn = ((mixed ^ mixed >>> 32) >>> 11) * 0x1p-53 + 0x1p-54;
      double score = -peer.virtualNodes() / StrictMath.log(drawn); // the same on every machine
      if (score > most) {
        most = score;
        best = peer;
      }
    }
    return best;
  }
}
