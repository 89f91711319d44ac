package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.PacketHandler;

/**
 * What a client has the swarm keep. It has no disk that others count on: the key's primary takes
 * the entry, sees to it that all r have it, and says so. Until then it is brought again, to whoever
 * is primary by then.
 *
 * <p>Bounded: after {@link #TRIES} attempts, several minutes, it is brought no more; who waited for
 * it has lost patience before.
 */
final class HandIns {
  private static final int TRIES = 60;
  private static final long AGAIN_AFTER = 2_000_000_000L;

  private record HandIn(Entry entry, Runnable acknowledged, int triesLeft) {}

  private final Function<Key, List<Peer>> holders;
  private final ReplicationQueue.Carrier carrier;
  private final TreeMap<Long, List<HandIn>> agenda = new TreeMap<>();

  HandIns(Function<Key, List<Peer>> holders, ReplicationQueue.Carrier carrier) {
    this.holders = holders;
    this.carrier = carrier;
  }

  /** Calls back when it is on r disks. */
  void bring(long now, Entry entry, Runnable acknowledged) {
    bring(now, new HandIn(entry, acknowledged, TRIES));
  }

  private void bring(long now, HandIn handIn) {
    List<Peer> its = holders.apply(handIn.entry().id().key());
    if (its.isEmpty()) {
      later(now, handIn);
      return;
    }
    carrier.carry(
        now,
        its.getFirst().address(),
        new RpcMessage.StoreBackup(List.of(handIn.entry()), true),
        (at, reply) -> {
          if (reply instanceof RpcMessage.Kept) {
            handIn.acknowledged().run();
          } else {
            later(at, handIn);
          }
        });
  }

  private void later(long now, HandIn handIn) {
    if (handIn.triesLeft() > 0) {
      agenda
          .computeIfAbsent(now + AGAIN_AFTER, at -> new ArrayList<>())
          .add(new HandIn(handIn.entry(), handIn.acknowledged(), handIn.triesLeft() - 1));
    }
  }

  /** Brings again what is due; returns when more is. */
  long onTick(long now) {
    while (!agenda.isEmpty() && agenda.firstKey() <= now) {
      agenda.pollFirstEntry().getValue().forEach(each -> bring(now, each));
    }
    return agenda.isEmpty() ? PacketHandler.NEVER : agenda.firstKey();
  }
}
