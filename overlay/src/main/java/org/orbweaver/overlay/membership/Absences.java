package org.orbweaver.overlay.membership;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/**
 * Who is away but expected back. A peer silent for less than a day is reckoned to live somewhere
 * else: most absences are short (Herodotus §3.3.2), and a partition looks the same.
 */
public final class Absences {
  public static final long DAY = 86_400_000_000_000L;

  private record Absence(Peer peer, long since) {}

  private final long longest;
  private final Map<Endpoint, Absence> absences = new HashMap<>();

  /**
   * @param longest after which nobody is expected back any more, in nanoseconds
   */
  public Absences(long longest) {
    this.longest = longest;
  }

  /** To be told whenever the view has changed. */
  public void review(long now, Members members) {
    Map<Endpoint, Absence> before = Map.copyOf(absences);
    absences.clear();
    for (Peer absent : members.others(PeerClaim.Life.DEAD)) {
      if (absent.virtualNodes() > 0) {
        Absence known = before.get(absent.address());
        absences.put(absent.address(), new Absence(absent, known == null ? now : known.since()));
      }
    }
  }

  /** Those who are away and expected back. */
  public List<Peer> expected(long now) {
    return absences.values().stream()
        .filter(each -> now - each.since() < longest)
        .map(Absence::peer)
        .toList();
  }

  /** When the next of them is expected no more. */
  public long nextGivenUp(long now) {
    return absences.values().stream()
        .mapToLong(each -> each.since() + longest)
        .filter(when -> when > now)
        .min()
        .orElse(PacketHandler.NEVER);
  }

  /**
   * By how much to slow down: by the number of peers there should be for each one there is. The
   * shares of all sides of a partition make up the whole, so together they are no ruder; and a
   * swarm that has really lost a tenth of its peers has a tenth less to fetch with.
   */
  public double stretch(long now, int living) {
    return living == 0 ? 1 : (living + expected(now).size()) / (double) living;
  }
}
