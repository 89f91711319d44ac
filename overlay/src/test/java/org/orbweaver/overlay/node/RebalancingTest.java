package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.PacketHandler;

/** D5: a change of the membership must not hold the node's thread for a whole disk. */
class RebalancingTest {
  private static final int ENTRIES = 10_000;
  private static final int MOST_AT_ONCE = 128;
  private static final long MILLISECOND = 1_000_000;
  private static final Endpoint SELF = Endpoint.parse("192.0.2.1:7117");
  private static final Peer PEER = new Peer(SELF, 256, 1, 1, Credentials.NONE);

  private final CountingDisk disk = new CountingDisk();
  private Holders.Placement placement = new Alone();
  private int found;

  private final Holders holders =
      new Holders() {
        @Override
        public Members members() {
          throw new AssertionError("only this peer matters");
        }

        @Override
        public Endpoint self() {
          return SELF;
        }

        @Override
        public boolean isLeaving() {
          return false;
        }

        @Override
        public Placement now() {
          return placement;
        }

        @Override
        public long fingerprint(List<EntryId> ids) {
          return 0;
        }
      };

  private final Rebalancing rebalancing =
      new Rebalancing(
          holders,
          new ReplicaSet(holders),
          disk,
          new ReplicationQueue(
              disk, false, new RepairRate(0), (now, to, message, answer) -> {}, new NoSettlement()),
          new Counted(),
          id -> {});

  private static final class Alone implements Holders.Placement {
    @Override
    public List<Peer> of(Key key) {
      return List.of(PEER);
    }

    @Override
    public boolean isComplete(Key key) {
      return true;
    }

    @Override
    public List<Peer> living(Key key, int most) {
      return List.of(PEER);
    }

    @Override
    public List<Peer> standIns(Key key) {
      return List.of();
    }
  }

  private final class Counted implements Replication.Guarded {
    @Override
    public void restart() {
      found = 0;
    }

    @Override
    public void found(Entry entry) {
      found++;
    }

    @Override
    public void came(Entry entry, boolean isNew) {}
  }

  private static final class NoSettlement implements ReplicationQueue.Settlement {
    @Override
    public boolean agrees(RpcMessage.Kept reply, List<EntryId> about) {
      return true;
    }

    @Override
    public boolean mayWait(EntryId id) {
      return false;
    }

    @Override
    public void everywhere(EntryId id) {}

    @Override
    public void paid(EntryId id) {}

    @Override
    public void declined(Endpoint by, EntryId id) {}

    @Override
    public void damaged(EntryId id) {}
  }

  private static final class CountingDisk implements Disk {
    private final TreeMap<EntryId, Entry> entries = new TreeMap<>();
    private int read;

    @Override
    public @Nullable Entry get(EntryId id) {
      read++;
      return entries.get(id);
    }

    @Override
    public List<Entry> from(EntryId id, int most) {
      List<Entry> chunk = entries.tailMap(id, true).values().stream().limit(most).toList();
      read += chunk.size();
      return chunk;
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

  @Test
  void theWholeDiskIsReadAChunkAtATimeWithABreathInBetween() {
    for (int i = 0; i < ENTRIES; i++) {
      disk.put(new Entry(new EntryId(new Key((long) i << 40, 0, i), i), 0, new byte[10]));
    }
    for (int change = 0; change < 3; change++) {
      placement = new Alone();
      long now = change * 1_000L * MILLISECOND;
      int turns = 0;
      do {
        disk.read = 0;
        long next = rebalancing.follow(now);
        assertThat(disk.read).as("entries read in one turn").isLessThanOrEqualTo(MOST_AT_ONCE);
        turns++;
        if (!rebalancing.isSettled()) {
          assertThat(next - now)
              .isGreaterThanOrEqualTo(MILLISECOND)
              .isNotEqualTo(PacketHandler.NEVER);
        }
        now += MILLISECOND;
      } while (!rebalancing.isSettled());
      assertThat(turns).isGreaterThanOrEqualTo(ENTRIES / MOST_AT_ONCE);
      assertThat(found).as("and nothing was left out").isEqualTo(ENTRIES);
    }
  }
}
