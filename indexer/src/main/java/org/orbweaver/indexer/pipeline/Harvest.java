package org.orbweaver.indexer.pipeline;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.indexer.filter.SelectiveFilter;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.ObservedHash;
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
 * <p>What strangers merely ask for may be made up: it has a filter and a queue of its own, and goes
 * to the ledger behind all that somebody vouches for.
 *
 * <p>Bounded: when {@value #QUEUE} hashes wait in one of the two queues, a further one is dropped
 * and its filter grows.
 *
 * <p>Repeats that a filter holds back are counted aside and noted when the ledger has nothing
 * better to do, since a popular torrent should have the asks to show for it; when {@value #ASIDE}
 * are being counted, further ones are not.
 */
public final class Harvest implements TrafficObserver {
  private static final int QUEUE = 10_000;
  private static final int ASIDE = 10_000;
  private static final int BATCH = 2_000;

  /** So many of what comes last are noted with each batch, if there are better ones. */
  private static final int LEAST = 500;

  private static final long LONGEST_WAIT = 1_000_000_000L;

  /** No honest node names more than eight. */
  private static final int MOST_NAMED = 16;

  private final Intake attested;
  private final Intake hearsay;
  private final Announcers announcers = new Announcers();
  private NodesHeard nodes = (now, node) -> {};
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

  public Harvest() {
    this.attested = new Intake();
    this.hearsay = new Intake();
  }

  /** A filter and the queue behind it. */
  private final class Intake {
    private final SelectiveFilter filter = new SelectiveFilter();
    private final Map<Key, Integer> waiting = new LinkedHashMap<>();

    /** False if the filter holds it back as a repeat. */
    boolean take(long now, Key infohash, int asks) {
      if (!filter.passes(infohash)) {
        return false;
      }
      if (waiting.size() >= QUEUE && !waiting.containsKey(infohash)) {
        dropped++;
        filter.forget(infohash);
        filter.overflow(now);
      } else {
        waiting.merge(infohash, asks, Integer::sum);
      }
      return true;
    }

    void move(List<ObservedHash> batch, int most, boolean vouchedFor) {
      Harvest.move(waiting, batch, most, vouchedFor);
    }

    void onTick(long now) {
      if (waiting.isEmpty()) {
        filter.underflow(now);
      }
    }
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
    } else if (!hearsay.take(now, infohash, 1)) {
      countAside(infohash);
    }
  }

  @Override
  public void onAnnounce(long now, Contact announcer, Key infohash, Endpoint peer) {
    announced++;
    announcers.add(infohash, peer);
    if (!attested.take(now, infohash, 1)) {
      countAside(infohash);
    }
  }

  /** The peers of a torrent that announced themselves to us. */
  List<Endpoint> announcers(Key infohash) {
    return announcers.of(infohash);
  }

  /** A node told what it stores (BEP 51). Told again, it says nothing new. */
  void onSamples(long now, List<Key> infohashes) {
    sampled += infohashes.size();
    infohashes.forEach(infohash -> attested.take(now, infohash, 0));
  }

  /** The user wants these; they wait like all others, but are never dropped as repeats. */
  void onGiven(List<Key> infohashes) {
    given += infohashes.size();
    infohashes.forEach(infohash -> attested.waiting.merge(infohash, 0, Integer::sum));
  }

  private void countAside(Key infohash) {
    if (heldBack.size() < ASIDE || heldBack.containsKey(infohash)) {
      heldBack.merge(infohash, 1, Integer::sum);
    }
  }

  /** Has a batch noted if one is due. */
  void onTick(long now, HashLedger ledger, BlockingWork work) {
    boolean due = attested.waiting.size() >= BATCH || now - lastNoted >= LONGEST_WAIT;
    if (noting || !due) {
      return;
    }
    attested.onTick(now);
    hearsay.onTick(now);
    lastNoted = now;
    List<ObservedHash> batch = new ArrayList<>();
    attested.move(batch, BATCH, true);
    hearsay.move(batch, Math.min(BATCH, batch.size() + LEAST), false);
    move(heldBack, batch, Math.min(BATCH, batch.size() + LEAST), false);
    if (!batch.isEmpty()) {
      noting = true;
      work.run(() -> ledger.note(batch, now), new Noting(batch));
    }
  }

  private static void move(
      Map<Key, Integer> from, List<ObservedHash> batch, int most, boolean vouchedFor) {
    Iterator<Map.Entry<Key, Integer>> entries = from.entrySet().iterator();
    while (entries.hasNext() && batch.size() < most) {
      Map.Entry<Key, Integer> entry = entries.next();
      batch.add(new ObservedHash(entry.getKey(), entry.getValue(), vouchedFor));
      entries.remove();
    }
  }

  /** Whether every hash that was let through is noted. */
  boolean isIdle() {
    return attested.waiting.isEmpty() && hearsay.waiting.isEmpty() && !noting;
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
        attested.waiting.size(),
        hearsay.waiting.size(),
        hearsay.filter.metrics().hitRate(),
        hearsay.filter.metrics().size());
  }

  /** What becomes of a batch. If the ledger fails, the hashes may come again by themselves. */
  private final class Noting implements BlockingWork.Answer<Integer> {
    private final List<ObservedHash> batch;

    Noting(List<ObservedHash> batch) {
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
      batch.forEach(each -> (each.attested() ? attested : hearsay).filter.forget(each.hash()));
    }
  }
}
