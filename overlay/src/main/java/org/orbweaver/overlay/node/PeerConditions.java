package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * What is wrong between this peer and others. With every ping two peers tell each other what time
 * it is, whether the one cannot reach the other by TCP, and whether it takes nothing new: so both
 * can name the fault, the one that has it and the one that suffers from it.
 *
 * <p>Bounded: of so many peers, those heard of last.
 */
public final class PeerConditions {
  private static final long SECOND = 1_000_000_000L;
  private static final int MOST = 256;

  /** By which clocks may differ without anybody being told. */
  private static final long TOLERANCE = 60 * SECOND;

  /** What is unreachable for less may just be dead; that is known by then. */
  private static final long DOUBT = 20 * SECOND;

  private static final long FORGET_AFTER = 600 * SECOND;

  private record Heard(long at, long ahead, boolean cannotReachUs, boolean takesNothing) {}

  private final Map<Endpoint, Heard> heard = new LruMap<>(MOST);

  /** Since when they cannot be reached by TCP. */
  private final Map<Endpoint, Long> unreachable = new LruMap<>(MOST);

  private boolean takesNothing;

  /** This peer takes nothing new, or does again. */
  void takesNothing(boolean is) {
    takesNothing = is;
  }

  /** A line to that peer could be opened, or could not. */
  void reached(long now, Endpoint peer, boolean could) {
    if (could) {
      unreachable.remove(peer);
    } else {
      unreachable.putIfAbsent(peer, now);
    }
  }

  /** What that peer is told. */
  RpcMessage.Condition toldTo(long now, Endpoint peer) {
    return new RpcMessage.Condition(now, isUnreachable(now, peer), takesNothing);
  }

  private boolean isUnreachable(long now, Endpoint peer) {
    Long since = unreachable.get(peer);
    return since != null && now - since > DOUBT;
  }

  /** What that peer has told. */
  void heard(long now, Endpoint from, RpcMessage.Condition told) {
    long ahead = told.clock() == 0 ? 0 : told.clock() - now;
    heard.put(from, new Heard(now, ahead, told.cannotReachYou(), told.takesNothing()));
  }

  /** A sentence for each thing that is wrong. */
  public List<String> sentences(long now) {
    List<String> wrong = new ArrayList<>();
    heard.forEach(
        (peer, it) -> {
          if (now - it.at() < FORGET_AFTER) {
            add(now, peer, it, wrong);
          }
        });
    return wrong;
  }

  private void add(long now, Endpoint peer, Heard it, List<String> wrong) {
    if (Math.abs(it.ahead()) > TOLERANCE) {
      wrong.add(
          "the clock of %s is %s %s this peer's: set the one that is wrong, dates in archives follow it"
              .formatted(peer, time(it.ahead()), it.ahead() > 0 ? "ahead of" : "behind"));
    }
    if (it.cannotReachUs()) {
      wrong.add(
          "%s cannot reach this peer by TCP, only by UDP: let TCP through to its port"
              .formatted(peer));
    }
    if (isUnreachable(now, peer)) {
      wrong.add(
          "%s answers by UDP, but cannot be reached by TCP: its port must let TCP through, too"
              .formatted(peer));
    }
    if (it.takesNothing()) {
      wrong.add("%s takes nothing new: its disk is full or fails".formatted(peer));
    }
  }

  private static String time(long nanos) {
    long minutes = (Math.abs(nanos) + 30 * SECOND) / (60 * SECOND);
    return minutes < 120 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
  }
}
