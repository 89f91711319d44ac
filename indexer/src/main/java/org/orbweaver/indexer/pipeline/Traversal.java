package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.StaggeredIds;

/**
 * Which hash is looked up next: several {@link Walk}s in natural order, so that neighbours follow
 * each other and find their nodes in the lookup cache (§2.6), from starting points as far apart as
 * node IDs are, so that no region of the DHT is asked by all of them at once (§2.6.1). The walks
 * take turns.
 *
 * <p>Hashes are claimed from the ledger a few dozen at a time, when a walk has almost none left;
 * each walk's queue is bounded by that. A walk that has come round rests a moment before it asks
 * the store again.
 *
 * <p>Hashes that strangers merely asked for wait apart; {@link Lookups} takes a few a second.
 */
final class Traversal {
  private static final int CLAIMED_AT_ONCE = 64;
  private static final int FEWEST = 16;
  private static final int CLAIMS_UNDER_WAY = 4;
  private static final long REST = Duration.ofSeconds(5).toNanos();

  private final HashLedger ledger;
  private final BlockingWork work;
  private final long lease;
  private final List<Walk> walks;
  private final Queue<Key> hearsay = new ArrayDeque<>();
  private long hearsayNotBefore = Long.MIN_VALUE;
  private boolean takingHearsay;
  private int next;
  private int claiming;
  private long claims;

  Traversal(PipelineSettings settings, HashLedger ledger, BlockingWork work) {
    this.ledger = ledger;
    this.work = work;
    this.lease = settings.lease().toNanos();
    this.walks = walks(settings.root(), settings.walks());
  }

  private static List<Walk> walks(Key root, int count) {
    List<Key> starts =
        IntStream.range(0, count).mapToObj(i -> StaggeredIds.derived(root, i)).sorted().toList();
    List<Walk> walks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      walks.add(new Walk(starts.get(i), previous(starts.get((i + 1) % count))));
    }
    return walks;
  }

  private static Key previous(Key key) {
    int low = key.low() - 1;
    long middle = key.low() == 0 ? key.middle() - 1 : key.middle();
    boolean borrow = key.low() == 0 && key.middle() == 0;
    return new Key(borrow ? key.high() - 1 : key.high(), middle, low);
  }

  /** Claims for the walks that have little left. */
  void onTick(long now) {
    for (int i = 0; i < walks.size() && claiming < CLAIMS_UNDER_WAY; i++) {
      Walk walk = walks.get((next + i) % walks.size());
      if (walk.wantsClaim(now, FEWEST)) {
        claiming++;
        KeyRange region = walk.beginClaim();
        work.run(() -> ledger.claim(region, CLAIMED_AT_ONCE, lease, now), new Claiming(walk));
      }
    }
  }

  /** Takes hearsay out if none is left and it is time. */
  void onTickForHearsay(long now) {
    if (hearsay.isEmpty() && !takingHearsay && now >= hearsayNotBefore) {
      takingHearsay = true;
      work.run(() -> ledger.takeHearsay(CLAIMED_AT_ONCE), new TakingHearsay());
    }
  }

  /** The next hash that nobody vouches for, or null if none was taken out. */
  @Nullable Key pollHearsay() {
    return hearsay.poll();
  }

  /** The next hash to look up, or null if none is claimed. */
  @Nullable Claim poll() {
    for (int i = 0; i < walks.size(); i++) {
      Walk walk = walks.get(next);
      next = (next + 1) % walks.size();
      Claim claim = walk.poll();
      if (claim != null) {
        return claim;
      }
    }
    return null;
  }

  /** The hashes that are claimed and not begun. */
  List<Key> abandon() {
    List<Key> open = new ArrayList<>();
    for (Claim claim; (claim = poll()) != null; ) {
      open.add(claim.hash());
    }
    return open;
  }

  boolean isClaiming() {
    return claiming > 0;
  }

  long claims() {
    return claims;
  }

  int waiting() {
    return walks.stream().mapToInt(Walk::waiting).sum();
  }

  /**
   * What is taken out and not looked up before we stop will be asked for again by those who care.
   */
  private final class TakingHearsay implements BlockingWork.Answer<List<Key>> {
    @Override
    public void done(long now, List<Key> taken) {
      takingHearsay = false;
      hearsay.addAll(taken);
      hearsayNotBefore = taken.isEmpty() ? now + REST : now;
    }

    @Override
    public void failed(long now, Exception problem) {
      takingHearsay = false;
      hearsayNotBefore = now + REST;
    }
  }

  private final class Claiming implements BlockingWork.Answer<List<Claim>> {
    private final Walk walk;

    Claiming(Walk walk) {
      this.walk = walk;
    }

    @Override
    public void done(long now, List<Claim> found) {
      claiming--;
      claims += found.size();
      walk.endClaim(now, found, CLAIMED_AT_ONCE, REST);
    }

    @Override
    public void failed(long now, Exception problem) {
      claiming--;
      walk.claimFailed(now, REST);
    }
  }
}
