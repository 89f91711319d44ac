package org.orbweaver.app.swarm;

import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;

/** Peers as people name them. */
final class NamedPeers {
  private static final String ALL = "all";
  private static final int KEY_DIGITS = 64;

  private NamedPeers() {}

  /** The signing keys of peers that are named by address, by key, or as "all" that live. */
  static List<String> keys(Members members, List<String> names) {
    List<Peer> living = members.others(PeerClaim.Life.LIVING);
    Set<String> keys = new LinkedHashSet<>();
    for (String name : names) {
      if (name.equals(ALL)) {
        living.forEach(peer -> keys.add(key(peer)));
      } else if (name.length() == KEY_DIGITS) {
        keys.add(name);
      } else {
        keys.add(key(at(living, name)));
      }
    }
    if (keys.size() > CrawlPlan.MOST_STOPPERS) {
      throw new IllegalArgumentException(
          "at most %d peers can be named, not %d".formatted(CrawlPlan.MOST_STOPPERS, keys.size()));
    }
    return List.copyOf(keys);
  }

  private static Peer at(List<Peer> living, String address) {
    return living.stream()
        .filter(peer -> peer.address().toString().equals(address))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no other peer of this swarm lives at %s; orb peers lists them"
                        .formatted(address)));
  }

  private static String key(Peer peer) {
    return HexFormat.of().formatHex(peer.credentials().signingKey());
  }
}
