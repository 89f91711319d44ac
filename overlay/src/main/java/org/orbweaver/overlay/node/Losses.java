package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.PacketHandler;

/**
 * Copies that this peer found damaged, until it has them again. It stops vouching for one at once,
 * and asks the other holders in turn to send theirs.
 *
 * <p>Bounded: more than {@link #MOST_OPEN} at once are only struck off the disk; the next
 * comparison with the other holders brings them. And who says that it has lost something is given
 * it once in {@link #GIVEN_AGAIN}: in 7 kB it could ask for 64 MiB, again and again.
 */
final class Losses {
  private static final int MOST_OPEN = 1 << 16;
  private static final int MOST_ASKED = 256;
  private static final int MOST_ATTEMPTS = 12;
  private static final long PAUSE = 5_000_000_000L;

  /** By then what was given has come, or is owed no more; who lost it again is given it again. */
  private static final long GIVEN_AGAIN = 300_000_000_000L;

  private static final int MOST_GIVEN = 1 << 16;

  private record Gift(Endpoint to, EntryId id) {}

  private static final class Search {
    private int attempts;
    private long nextAt;
  }

  private final Replication replication;
  private final Disk disk;
  private final ReplicationQueue.Carrier carrier;
  private final Map<EntryId, Search> open = new LinkedHashMap<>();
  private final Map<Gift, Long> given = new LruMap<>(MOST_GIVEN);
  private long found;
  private long repaired;
  private long givenUp;
  private @Nullable EntryId last;
  private long lookAt;

  Losses(Replication replication, Disk disk, ReplicationQueue.Carrier carrier) {
    this.replication = replication;
    this.disk = disk;
    this.carrier = carrier;
  }

  /** A name with nothing behind it; one that was let go of meanwhile is no loss. */
  void found(EntryId id) {
    if (disk.rank(id) < 0) {
      return;
    }
    disk.delete(id);
    disk.sync(() -> {});
    if (replication.holds(id.key()) && !replication.isDeclinedHere(id)) {
      found++;
      last = id;
      if (open.size() < MOST_OPEN) {
        open.putIfAbsent(id, new Search());
        lookAt = 0;
      }
    }
  }

  long onTick(long now) {
    if (open.isEmpty()) {
      return PacketHandler.NEVER;
    }
    if (now < lookAt) {
      return lookAt;
    }
    Map<Peer, List<EntryId>> questions = new HashMap<>();
    var searches = open.entrySet().iterator();
    while (searches.hasNext()) {
      Map.Entry<EntryId, Search> each = searches.next();
      EntryId id = each.getKey();
      List<Peer> others = replication.otherHolders(id.key());
      if (disk.rank(id) >= 0) {
        repaired++;
        searches.remove();
      } else if (others.isEmpty() || each.getValue().attempts >= MOST_ATTEMPTS) {
        givenUp++;
        searches.remove();
      } else if (now >= each.getValue().nextAt && !replication.isUnderWay(id)) {
        Search search = each.getValue();
        List<EntryId> question =
            questions.computeIfAbsent(
                others.get(search.attempts % others.size()), it -> new ArrayList<>());
        if (question.size() < MOST_ASKED) {
          question.add(id);
          search.attempts++;
          search.nextAt = now + PAUSE * search.attempts;
        }
      }
    }
    questions.forEach(
        (peer, ids) ->
            carrier.carry(
                now,
                peer.address(),
                new RpcMessage.Missing(ids),
                (at, reply) -> answered(at, peer.address(), ids, reply)));
    lookAt = now + PAUSE / 5;
    return lookAt;
  }

  /** What that one has not, the next is asked for at once. */
  private void answered(long now, Endpoint by, List<EntryId> ids, @Nullable RpcMessage reply) {
    for (int i = 0; i < ids.size(); i++) {
      Search search = open.get(ids.get(i));
      boolean comes = reply instanceof RpcMessage.Wanted has && has.wants(i);
      if (comes) {
        replication.promised(ids.get(i), by);
      } else if (search != null) {
        search.nextAt = Math.min(search.nextAt, now + PAUSE / 5);
      }
    }
  }

  /** Another has lost these: says which of them it will be sent. */
  RpcMessage.Wanted onMissing(long now, Endpoint from, RpcMessage.Missing missing) {
    BitSet sent = new BitSet();
    for (int i = 0; i < missing.ids().size(); i++) {
      sent.set(i, gives(now, from, missing.ids().get(i)));
    }
    return RpcMessage.Wanted.of(sent, new BitSet());
  }

  /** What was given a moment ago is not given again; it comes if it is still owed. */
  private boolean gives(long now, Endpoint to, EntryId id) {
    Gift gift = new Gift(to, id);
    Long before = given.get(gift);
    if (before != null && now - before < GIVEN_AGAIN) {
      return replication.owes(id);
    }
    boolean gives = replication.repair(to, id);
    if (gives) {
      given.put(gift, now);
    }
    return gives;
  }

  /** Copies found damaged since the start. */
  long found() {
    return found;
  }

  long repaired() {
    return repaired;
  }

  /** No other holder has them, or will send them. */
  long givenUp() {
    return givenUp;
  }

  int open() {
    return open.size();
  }

  /** The one found last. */
  @Nullable EntryId last() {
    return last;
  }
}
