package org.orbweaver.app.swarm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.CrawlTakedowns;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.overlay.crawl.Takedowns;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;

/**
 * What the owners of crawls have taken down, as far as this peer has heard. The crawls it has tasks
 * of are asked about again every twenty seconds: so soon a takedown holds on every peer.
 *
 * <p>Bounded: past {@link #MOST} the crawl not asked for longest is forgotten, and asked for again.
 */
final class KnownTakedowns implements CrawlTakedowns, AutoCloseable {
  private static final int MOST = 4_096;
  private static final long TRUE_FOR = 20_000_000_000L;
  private static final long PAUSE_MILLIS = 20_000;

  private record Known(@Nullable Takedowns takedowns, AccessRules rules, long askedAt) {}

  private final SwarmLedger swarm;
  private final Supplier<Collection<CrawlId>> crawls;
  private final Map<CrawlId, Known> known = Collections.synchronizedMap(new LruMap<>(MOST));
  private @Nullable Thread thread;

  /**
   * @param crawls that this peer has met, or has tasks of
   */
  KnownTakedowns(SwarmLedger swarm, Supplier<Collection<CrawlId>> crawls) {
    this.swarm = swarm;
    this.crawls = crawls;
  }

  /** Asks from now on. */
  void start() {
    thread = Thread.ofVirtual().name("takedowns").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        crawls.get().forEach(this::of);
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the peer ends
    }
  }

  /** Those of a crawl; null if there are none. */
  @Nullable Takedowns of(CrawlId crawl) {
    return known(crawl).takedowns;
  }

  private Known known(CrawlId crawl) {
    Known before = known.get(crawl);
    long now = System.nanoTime();
    if (before != null && now - before.askedAt < TRUE_FOR) {
      return before;
    }
    Entry entry = swarm.find(Takedowns.id(crawl));
    Takedowns found = entry == null ? null : Takedowns.read(entry);
    // Where nobody answers, what was heard last holds on.
    Takedowns last = found != null || before == null ? found : before.takedowns;
    return remember(crawl, last, now);
  }

  private Known remember(CrawlId crawl, @Nullable Takedowns takedowns, long now) {
    Known fresh = new Known(takedowns, rules(takedowns), now);
    known.put(crawl, fresh);
    return fresh;
  }

  /** What this peer has just signed. */
  void learn(Takedowns takedowns) {
    remember(takedowns.crawl(), takedowns, System.nanoTime());
  }

  /** Lines that are no rules take nothing down; the others hold all the same. */
  private static AccessRules rules(@Nullable Takedowns takedowns) {
    List<String> sound = new ArrayList<>();
    for (String line : takedowns == null ? List.<String>of() : takedowns.lines()) {
      try {
        sound.addAll(AccessRules.of(List.of(line)).takedowns());
      } catch (IllegalArgumentException e) {
        // Its owner's program is of another opinion about addresses than this one.
      }
    }
    return AccessRules.of(sound);
  }

  @Override
  public @Nullable String reason(CrawlId crawl, String url) {
    return known(crawl).rules.refusal(Act.SHOW, RuleSubject.address(url));
  }

  @Override
  public boolean mayConcern(String url) {
    RuleSubject page = RuleSubject.address(url);
    synchronized (known) {
      return known.values().stream().anyMatch(each -> each.rules.refusal(Act.SHOW, page) != null);
    }
  }

  /** All that this peer has heard of. */
  List<PeerStatus.TakenDown> all() {
    List<PeerStatus.TakenDown> all = new ArrayList<>();
    synchronized (known) {
      known.forEach(
          (crawl, each) ->
              each.rules
                  .takedowns()
                  .forEach(line -> all.add(new PeerStatus.TakenDown(crawl.toString(), line))));
    }
    return all;
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
