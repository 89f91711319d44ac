package org.orbweaver.indexer.pipeline;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.indexer.filter.SelectiveFilter;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.Sighting;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.wire.krpc.CompactNodes;
import org.orbweaver.wire.krpc.Message;
import org.orbweaver.wire.krpc.Reply;

/**
 * First stage: every infohash that strangers ask us for or announce to us, over all homes (§2.2),
 * and those that a sweep or the user brings. What the {@link SelectiveFilter} lets through waits
 * here for the ledger, and tells the filter whether it is too much or too little.
 *
 * <p>Bounded: when {@value #QUEUE} hashes wait, a further one is dropped and the filter grows.
 *
 * <p>Repeats that the filter holds back are counted aside and noted when the ledger has nothing
 * better to do, since a popular torrent should have the hits to show for it; when {@value #ASIDE}
 * are being counted, further ones are not.
 */
public final class Harvest implements TrafficObserver {
  private static final int QUEUE = 10_000;
  private static final int ASIDE = 10_000;
  private static final int BATCH = 2_000;
  private static final long LONGEST_WAIT = 1_000_000_000L;

  /** No honest node names more than eight. */
  private static final int MOST_NAMED = 16;

  private final SelectiveFilter filter;
  private NodesHeard nodes = (now, node) -> {};
  private final Map<Key, Integer> waiting = new LinkedHashMap<>();
  private final Map<Key, Integer> heldBack = new LinkedHashMap<>();
  private long lastNoted = Long.MIN_VALUE / 2;
  private boolean noting;
  private long asked;
  private long announced;
  private long sampled;
  private long given;
  private long baits;
  private long dropped;
  private long noted;
  private long unknown;

  public Harvest(SelectiveFilter filter) {
    this.filter = filter;
  }

  /** Told of every node that a reply comes from or names. */
  @FunctionalInterface
  interface NodesHeard {
    void heard(long now, Contact node);
  }

  void tellNodes(NodesHeard hearer) {
    nodes = hearer;
  }

  @Override
  public void onMessage(long now, Contact sender, Message message) {
    if (message instanceof Reply reply) {
      nodes.heard(now, sender);
      tell(now, reply.nodes());
      tell(now, reply.nodes6());
    }
  }

  private void tell(long now, CompactNodes named) {
    for (int i = 0; i < Math.min(named.size(), MOST_NAMED); i++) {
      nodes.heard(now, named.contact(i));
    }
  }

  @Override
  public void onGetPeers(long now, Contact asker, Key infohash, boolean likelyBait) {
    asked++;
    if (likelyBait) {
      baits++;
    } else {
      take(now, infohash);
    }
  }

  @Override
  public void onAnnounce(long now, Contact announcer, Key infohash, Endpoint peer) {
    announced++;
    take(now, infohash);
  }

  /** A node told what it stores (BEP 51). */
  void onSamples(long now, List<Key> infohashes) {
    sampled += infohashes.size();
    infohashes.forEach(infohash -> take(now, infohash));
  }

  /** The user wants these; they wait like all others, but are never dropped as repeats. */
  void onGiven(List<Key> infohashes) {
    given += infohashes.size();
    infohashes.forEach(infohash -> waiting.merge(infohash, 1, Integer::sum));
  }

  private void take(long now, Key infohash) {
    if (filter.passes(infohash)) {
      if (waiting.size() >= QUEUE && !waiting.containsKey(infohash)) {
        dropped++;
        filter.forget(infohash);
        filter.overflow(now);
      } else {
        waiting.merge(infohash, 1, Integer::sum);
      }
    } else if (heldBack.size() < ASIDE || heldBack.containsKey(infohash)) {
      heldBack.merge(infohash, 1, Integer::sum);
    }
  }

  /** Has a batch noted if one is due. */
  void onTick(long now, HashLedger ledger, BlockingWork work) {
    boolean due = waiting.size() >= BATCH || now - lastNoted >= LONGEST_WAIT;
    if (noting || !due) {
      return;
    }
    if (waiting.isEmpty()) {
      filter.underflow(now);
    }
    lastNoted = now;
    List<Sighting> batch = nextBatch();
    if (!batch.isEmpty()) {
      noting = true;
      work.run(() -> ledger.note(batch, now), new Noting(batch));
    }
  }

  private List<Sighting> nextBatch() {
    List<Sighting> batch = new ArrayList<>(Math.min(BATCH, waiting.size() + heldBack.size()));
    move(waiting, batch);
    move(heldBack, batch);
    return batch;
  }

  private static void move(Map<Key, Integer> from, List<Sighting> batch) {
    Iterator<Map.Entry<Key, Integer>> entries = from.entrySet().iterator();
    while (entries.hasNext() && batch.size() < BATCH) {
      Map.Entry<Key, Integer> entry = entries.next();
      batch.add(new Sighting(entry.getKey(), entry.getValue()));
      entries.remove();
    }
  }

  /** Whether every hash that was let through is noted. */
  boolean isIdle() {
    return waiting.isEmpty() && !noting;
  }

  /** How many hashes were new to the ledger. */
  long unknown() {
    return unknown;
  }

  HarvestMetrics metrics() {
    return new HarvestMetrics(
        asked,
        announced,
        sampled,
        given,
        baits,
        dropped,
        noted,
        unknown,
        waiting.size(),
        filter.metrics().hitRate(),
        filter.metrics().size());
  }

  /** What becomes of a batch. If the ledger fails, the hashes may come again by themselves. */
  private final class Noting implements BlockingWork.Answer<Integer> {
    private final List<Sighting> batch;

    Noting(List<Sighting> batch) {
      this.batch = batch;
    }

    @Override
    public void done(long now, Integer newOnes) {
      noting = false;
      noted += batch.size();
      unknown += newOnes;
    }

    @Override
    public void failed(long now, Exception problem) {
      noting = false;
      dropped += batch.size();
      batch.forEach(sighting -> filter.forget(sighting.hash()));
    }
  }
}
