package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;

/**
 * Which round the crawls are in whose tasks this peer answers for (Herodotus §4.8). Their records
 * say how often; that one was stopped is heard of within a minute, because the records of those
 * that go on are asked for again.
 *
 * <p>Bounded: past {@link #MOST} the crawl not asked for longest is forgotten, and asked for again;
 * past {@link #MOST_ASKED} at once a crawl is asked for when it is needed next, or, if somebody
 * waits for it, as soon as there is room. Crawls are easily made up, and each is up to three
 * questions to others.
 */
final class CrawlCalendar {
  static final int MOST = 4096;
  static final int MOST_ASKED = 256;
  private static final long SECOND = 1_000_000_000L;
  private static final long TRUE_FOR = 60 * SECOND;

  /** Asks the swarm for a record; tells null if nobody who answers has it. */
  interface Swarm {
    void find(long now, EntryId id, Consumer<@Nullable Entry> found);
  }

  private static final class Known {
    private @Nullable CrawlRecord record;
    private long askedAt = Long.MIN_VALUE;
    private int begun;
    private boolean answered;

    boolean goesOn(long seconds) {
      return record != null
          && !record.isStopped()
          && record.plan().every() != CrawlPlan.ONCE
          && record.plan().until() >= seconds;
    }

    int round(long seconds) {
      return record == null ? 0 : record.plan().round(seconds);
    }
  }

  private final Swarm swarm;
  private final Map<CrawlId, Known> known = new LruMap<>(MOST);

  /** What waits for a crawl, first come first; it stays when the crawl is forgotten. */
  private final Map<CrawlId, List<Runnable>> waiting = new LinkedHashMap<>();

  private final Set<CrawlId> asked = new HashSet<>();
  private long lately;

  CrawlCalendar(Swarm swarm) {
    this.swarm = swarm;
  }

  private Known known(long now, CrawlId crawl) {
    lately = Math.max(lately, now);
    Known found = known.computeIfAbsent(crawl, c -> new Known());
    boolean mayChange = found.record == null || found.goesOn(now / SECOND);
    boolean isOld = found.askedAt == Long.MIN_VALUE || now - found.askedAt >= TRUE_FOR;
    if (mayChange && isOld && asked.size() < MOST_ASKED && asked.add(crawl)) {
      found.askedAt = now;
      swarm.find(now, CrawlRecord.id(crawl), entry -> learn(crawl, entry));
    }
    return found;
  }

  private void learn(CrawlId crawl, @Nullable Entry entry) {
    asked.remove(crawl);
    CrawlRecord record = entry == null ? null : CrawlRecord.read(entry);
    Known found = known.computeIfAbsent(crawl, c -> new Known()); // it may be forgotten by now
    if (record != null && record.number().equals(crawl)) {
      found.record = record;
    }
    found.answered = true;
    List<Runnable> served = waiting.remove(crawl);
    if (served != null) {
      served.forEach(Runnable::run);
    }
    for (CrawlId next : waiting.keySet()) {
      if (!asked.contains(next)) {
        known(lately, next);
        return;
      }
    }
  }

  /** Whether the swarm was asked for a crawl for the first time, and has not answered yet. */
  boolean isAsking(long now, CrawlId crawl) {
    return !known(now, crawl).answered;
  }

  /** Does that when the swarm has said whether it knows the crawl. */
  void onceAnswered(long now, CrawlId crawl, Runnable then) {
    Known found = known(now, crawl);
    if (found.answered) {
      then.run();
    } else {
      waiting.computeIfAbsent(crawl, c -> new ArrayList<>()).add(then);
    }
  }

  /** The round to do a task in that is run now. */
  int round(long now, CrawlId crawl) {
    return known(now, crawl).round(now / SECOND);
  }

  /** Whether what was done in that round is to be done again. */
  boolean isDue(long now, CrawlId crawl, int round) {
    Known found = known(now, crawl);
    return found.goesOn(now / SECOND) && found.round(now / SECOND) > round;
  }

  /** Whether there can have been that round, as far as clocks agree; null if nobody knows. */
  @Nullable Boolean isPossible(long now, CrawlId crawl, int round) {
    Known found = known(now, crawl);
    return found.record == null ? null : round <= found.round(now / SECOND) + 1;
  }

  /** Whether that round had begun by then; so it is taken to have of a crawl that nobody knows. */
  boolean hadBegun(long now, CrawlId crawl, int round, long then) {
    CrawlRecord record = known(now, crawl).record;
    return record == null || then / SECOND >= record.plan().begins(round);
  }

  /** Whether no crawl is known that comes again. */
  boolean isEmpty() {
    return known.isEmpty();
  }

  /** Whether a round has begun, of any crawl, since this was last asked. */
  boolean hasBegun(long now) {
    boolean any = false;
    List<CrawlId> met =
        known.entrySet().stream()
            .filter(each -> each.getValue().record != null)
            .map(Map.Entry::getKey)
            .toList();
    for (CrawlId crawl : met) { // made-up ones are not asked for again
      Known each = known(now, crawl);
      int round = each.goesOn(now / SECOND) ? each.round(now / SECOND) : 0;
      any |= round > each.begun;
      each.begun = Math.max(each.begun, round);
    }
    return any;
  }
}
