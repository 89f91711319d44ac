package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** A peer that knows some others and keeps entries with them; what it says to them is noted. */
final class Neighbours {
  static final long SECOND = 1_000_000_000L;
  static final long MINUTE = 60 * SECOND;
  private static final int COPIES = 3;

  /** What was said to whom, and what becomes of the answer. */
  record Said(Endpoint to, RpcMessage.Call message, ReplicationQueue.Answer answer) {}

  final Members members = new Members(1, peer(0), MembershipView::of);
  final SomeDisk disk = new SomeDisk();
  final List<Said> said = new ArrayList<>();
  final Replication replication;

  /**
   * @param others that live
   * @param large whether what is kept are pieces
   */
  Neighbours(int others, boolean large) {
    members.recall(
        IntStream.rangeClosed(1, others)
            .mapToObj(number -> new PeerClaim(peer(number), PeerClaim.Life.LIVING))
            .toList());
    replication =
        new Replication(
            new TaskHolders(members, COPIES),
            disk,
            large,
            new RepairRate(0),
            this::carry,
            new NothingGuarded(),
            disk::delete,
            id -> {},
            (before, now) -> null,
            Declines.NOTHING,
            COPIES);
    for (long now = 0; !replication.isSettled(); now += SECOND) {
      replication.followView(now);
    }
  }

  void carry(long now, Endpoint to, RpcMessage.Call message, ReplicationQueue.Answer answer) {
    said.add(new Said(to, message, answer));
  }

  static Peer peer(int number) {
    return new Peer(address(number), 64, number, 1, Credentials.NONE);
  }

  /** The first is the peer itself. */
  static Endpoint address(int number) {
    return Endpoint.v4(0x0A00_0001 + (number << 16), 7117);
  }

  /** A task that it answers for. */
  Task guarded() {
    return IntStream.range(0, 1000)
        .mapToObj(i -> Task.of(CrawlId.numbered(1), "https://host" + i + ".example/"))
        .filter(task -> replication.guards(task.id().key()))
        .findFirst()
        .orElseThrow();
  }

  private static final class NothingGuarded implements Replication.Guarded {
    @Override
    public void restart() {}

    @Override
    public void found(Entry entry) {}

    @Override
    public void came(Entry entry, boolean isNew) {}
  }

  /** Counts what is read off it in stretches. */
  static final class SomeDisk implements Disk {
    final TreeMap<EntryId, Entry> entries = new TreeMap<>();
    int stretches;

    @Override
    public @Nullable Entry get(EntryId id) {
      return entries.get(id);
    }

    @Override
    public List<Entry> from(EntryId id, int most) {
      stretches++;
      return entries.tailMap(id, true).values().stream().limit(most).toList();
    }

    @Override
    public void put(Entry entry) {
      entries.put(entry.id(), entry);
    }

    @Override
    public void delete(EntryId id) {
      entries.remove(id);
    }

    @Override
    public void sync(Runnable durable) {
      durable.run();
    }
  }
}
