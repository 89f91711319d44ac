package org.orbweaver.overlay.crawl;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;

/**
 * The crawls whose tasks this peer has met. Safe for many threads, which may wait for the swarm's
 * answer.
 *
 * <p>Bounded: past {@link #MOST} the one not asked for longest is forgotten, and asked for again.
 */
public final class KnownCrawls {
  static final int MOST = 4096;

  /** A crawl may have been paused or stopped since: so soon all peers know it. */
  private static final long TRUE_FOR = 20_000_000_000L;

  /** Asks the swarm, and waits for its answer; null if nobody has it. */
  @FunctionalInterface
  public interface Swarm {
    @Nullable Entry find(EntryId id) throws InterruptedException;
  }

  private record Known(CrawlRecord record, long askedAt) {}

  private final Swarm swarm;
  private final Map<CrawlId, Known> known = Collections.synchronizedMap(new LruMap<>(MOST));

  public KnownCrawls(Swarm swarm) {
    this.swarm = swarm;
  }

  /** The crawl with that number; null if the swarm does not know it, or not now. */
  public @Nullable CrawlRecord get(long now, CrawlId number) throws InterruptedException {
    Known before = known.get(number);
    if (before != null && (before.record.isStopped() || now - before.askedAt < TRUE_FOR)) {
      return before.record;
    }
    Entry found = swarm.find(CrawlRecord.id(number));
    CrawlRecord record = found == null ? null : CrawlRecord.read(found);
    if (record == null || !record.number().equals(number)) {
      return before == null ? null : before.record;
    }
    known.put(number, new Known(record, now));
    return record;
  }

  /** The same without asking anybody; null if it was not met yet. */
  public @Nullable CrawlRecord met(CrawlId number) {
    Known before = known.get(number);
    return before == null ? null : before.record;
  }

  /** This peer has made it itself. */
  public void add(long now, CrawlRecord record) {
    known.put(record.number(), new Known(record, now));
  }

  public List<CrawlRecord> all() {
    synchronized (known) {
      return known.values().stream().map(Known::record).toList();
    }
  }
}
