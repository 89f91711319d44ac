package org.orbweaver.sim.world;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.Want;

/**
 * The {@code nodes} and {@code nodes6} of a reply. A node that is in both networks has a table and
 * an ID in each; about the other one's network it can tell as well.
 */
final class NodeLists {
  /** The whole table of a node among 2^27. */
  private static final int WHOLE_TABLE = 27 * RoutingTables.BUCKET_SIZE;

  private final Dht ipv4;
  private final @Nullable Dht ipv6;
  private final ReplyVoice voice;
  private final int[] eight = new int[RoutingTables.BUCKET_SIZE];

  /** What thinning chooses from. */
  private final int[] sixteen = new int[2 * RoutingTables.BUCKET_SIZE];

  private final int[] all = new int[WHOLE_TABLE];
  private final Endpoint[] told = new Endpoint[WHOLE_TABLE];

  NodeLists(Dht ipv4, @Nullable Dht ipv6, ReplyVoice voice) {
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
    this.voice = voice;
  }

  void tell(long now, Dht asked, int node, Key target, Want want) {
    if (want.ipv4()) {
      tellFrom(now, ipv4, asked.isIpv4() ? node : twin(asked, node), asked, node, target);
    }
    if (want.ipv6() && ipv6 != null) {
      tellFrom(now, ipv6, asked.isIpv4() ? twin(asked, node) : node, asked, node, target);
    }
  }

  /** The same client's node in the other network, or nobody if it is only in one. */
  private int twin(Dht asked, int node) {
    if (ipv6 == null || asked.population().role(node) != NodeRole.HONEST) {
      return Population.NOBODY;
    }
    int slot = asked.population().slot(node);
    int stride = ipv4.population().options().nodes() / ipv6.population().options().nodes();
    if (!asked.isIpv4()) {
      return ipv4.population().indexOfSlot(slot * stride);
    }
    boolean both = slot % stride == 0 && slot / stride < ipv6.population().options().nodes();
    return both ? ipv6.population().indexOfSlot(slot / stride) : Population.NOBODY;
  }

  private void tellFrom(long now, Dht dht, int own, Dht asked, int node, Key target) {
    if (own == Population.NOBODY) {
      return;
    }
    boolean whole = asked.misfits().isOversized(node);
    int[] found = whole ? all : eight;
    int count = look(now, dht, own, target, found);
    if (!whole && dht.population().client(own).onePerNetwork() && hasTwins(count)) {
      found = sixteen;
      count = thin(found, look(now, dht, own, target, found));
    }
    voice.nodes(count, dht.isIpv4());
    for (int i = 0; i < count; i++) {
      voice.node(dht.population().key(found[i]), told[i]);
    }
  }

  private int look(long now, Dht dht, int own, Key target, int[] found) {
    int count = dht.tables().findNode(own, target.high(), now, found);
    for (int i = 0; i < count; i++) {
      told[i] = dht.misfits().told(own, found[i]);
    }
    return count;
  }

  private boolean hasTwins(int count) {
    for (int i = 1; i < count; i++) {
      if (isTwin(i, i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the first {@code count} contacts is in the same network as the given one. */
  private boolean isTwin(int contact, int count) {
    for (int i = 0; i < count; i++) {
      if (told[i].network() == told[contact].network()) {
        return true;
      }
    }
    return false;
  }

  /** Keeps the closest of each /24 or /64, as libtorrent's table does. */
  private int thin(int[] found, int count) {
    int kept = 0;
    for (int i = 0; i < count && kept < RoutingTables.BUCKET_SIZE; i++) {
      if (!isTwin(i, kept)) {
        told[kept] = told[i];
        found[kept++] = found[i];
      }
    }
    return kept;
  }
}
