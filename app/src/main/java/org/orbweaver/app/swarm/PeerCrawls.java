package org.orbweaver.app.swarm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.crawl.Takedowns;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.udp.MonotonicClock;

/** The crawls that a running peer has met, and what their owners may do with them. */
public final class PeerCrawls {
  private final NodeLoop<OverlayNode> loop;
  private final SwarmLedger ledger;
  private final KnownCrawls crawls;
  private final CrawlTallies tallies;
  private final TaskKinds kinds;
  private final PeerKeys keys;
  private final OperatorRules rules;

  PeerCrawls(
      NodeLoop<OverlayNode> loop,
      SwarmLedger ledger,
      KnownCrawls crawls,
      CrawlTallies tallies,
      TaskKinds kinds,
      PeerKeys keys,
      OperatorRules rules) {
    this.loop = loop;
    this.ledger = ledger;
    this.crawls = crawls;
    this.tallies = tallies;
    this.kinds = kinds;
    this.keys = keys;
    this.rules = rules;
  }

  /** Their numbers. */
  public List<CrawlId> numbers() {
    return crawls.all().stream().map(CrawlRecord::number).toList();
  }

  /** How far they are. */
  List<PeerStatus.Crawl> states() {
    return crawls.all().stream().map(this::state).toList();
  }

  private PeerStatus.Crawl state(CrawlRecord record) {
    return PeerStatus.Crawl.of(
        record, tallies.of(record.number()), record.mayBeStoppedBy(keys), PeerOrders.seconds());
  }

  /**
   * When the round of any of these crawls ended that was under way at a time; the end of time if
   * none is over, null if none of them has rounds. Reckoned, for a stranger's crawl may say that it
   * has come every five seconds since 1970.
   */
  public @Nullable Instant roundEnd(Instant at) {
    long now = PeerOrders.seconds();
    long second = at.getEpochSecond() + (at.getNano() > 0 ? 1 : 0);
    List<CrawlPlan> plans =
        crawls.all().stream()
            .map(CrawlRecord::plan)
            .filter(plan -> plan.every() != CrawlPlan.ONCE)
            .toList();
    if (plans.isEmpty()) {
      return null;
    }
    return plans.stream()
        .map(plan -> plan.roundEnd(second, now))
        .flatMapToLong(OptionalLong::stream)
        .mapToObj(Instant::ofEpochSecond)
        .min(Comparator.naturalOrder())
        .orElse(Archive.END_OF_TIME);
  }

  /** Begins a crawl: its record first, then its seeds; returns when they are on r disks. */
  public CrawlRecord begin(CrawlPlan plan, Duration patience) {
    CrawlRecord record = CrawlRecord.of(plan, keys);
    List<Task> seeds =
        plan.seeds().stream().map(seed -> kinds.seed(record.number(), seed)).toList();
    publish(record, patience);
    submit(seeds, patience);
    return record;
  }

  /** Stops a crawl that this peer began, or was named for. */
  public CrawlRecord stop(CrawlId number, Duration patience) throws InterruptedException {
    CrawlRecord stopped = known(number).stopped(keys);
    publish(stopped, patience);
    return stopped;
  }

  /** Has a crawl that this peer began rest, or go on. */
  public void rest(CrawlId number, boolean rests, Duration patience) throws InterruptedException {
    publish(known(number).resting(rests, keys), patience);
  }

  TaskKinds kinds() {
    return kinds;
  }

  CrawlRecord known(CrawlId number) throws InterruptedException {
    CrawlRecord record = crawls.get(MonotonicClock.now(), number);
    if (record == null) {
      throw new IllegalArgumentException(
          "the swarm knows no crawl " + number + "; orb peers lists them");
    }
    return record;
  }

  private void publish(CrawlRecord record, Duration patience) {
    crawls.add(MonotonicClock.now(), record);
    ledger.store(record.entry(), patience);
  }

  /**
   * Has everybody show no more of an address what a crawl of this peer captured of it, or lifts
   * that again.
   *
   * @param address or the beginning of some, with a star behind
   * @param because why; null to lift it
   */
  public void takeDown(CrawlId number, String address, @Nullable String because, Duration patience)
      throws InterruptedException {
    CrawlRecord record = known(number);
    Takedowns before = rules.takedowns().of(number);
    List<String> lines = new ArrayList<>(before == null ? List.of() : before.lines());
    lines.removeIf(line -> line.split("\\s+", 3)[1].equals(address));
    if (because != null) {
      String line = "block %s %s".formatted(address, because.strip());
      lines.addAll(AccessRules.of(List.of(line)).takedowns());
    }
    Takedowns after = Takedowns.of(record, before, lines, keys);
    ledger.store(after.entry(), patience);
    Entry entry = ledger.find(Takedowns.id(number));
    Takedowns kept = entry == null ? null : Takedowns.read(entry);
    if (kept == null || !kept.lines().equals(lines)) {
      throw new IllegalStateException(
          "the swarm keeps other takedowns of crawl %s than this peer knew; try again"
              .formatted(number));
    }
    rules.takedowns().learn(kept);
  }

  /** Hands tasks to the swarm; returns when they are on r disks. */
  public void submit(List<Task> tasks, Duration patience) {
    loop.<Boolean>ask(
        patience,
        (node, acknowledged) ->
            node.submit(MonotonicClock.now(), tasks, () -> acknowledged.complete(true)));
  }

  /**
   * The signing keys of peers that live, in hexadecimal.
   *
   * @param peers addresses, keys, or "all"
   */
  public List<String> keysOf(List<String> peers) {
    return loop.look(node -> NamedPeers.keys(node.members(), peers));
  }
}
