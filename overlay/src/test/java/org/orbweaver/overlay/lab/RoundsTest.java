package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.net.LinkModel;

/** A crawl that comes again, in virtual time. */
class RoundsTest {
  private static final int PAGES = 60;
  private static final Duration HOUR = Duration.ofHours(1);

  private final LinkGraph graph = LinkGraph.zipf(PAGES, 4, 3);
  private final PeerKeys owner = PeerKeys.draw(SealedSwarm.seeded(7));
  private final LabSwarm swarm =
      new LabSwarm(
          graph,
          OverlaySettings.DEFAULT.change().virtualNodes(32).done(),
          Duration.ofMillis(200),
          300,
          LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(50)),
          0.01,
          42);

  private CrawlRecord begin(long every) {
    swarm.begin(8);
    swarm.runFor(Duration.ofSeconds(20));
    CrawlRecord crawl =
        CrawlRecord.of(
            new CrawlPlan(
                seconds(), 100, CrawlPlan.FOR_EVER, every, List.of(graph.url(0)), Map.of()),
            owner);
    store(crawl);
    LabPeer first = swarm.peers().getFirst();
    OverlayNode node = Objects.requireNonNull(first.node());
    first.execute(
        () ->
            node.submit(
                swarm.clock().now(), List.of(Task.of(crawl.number(), graph.url(0))), () -> {}));
    return crawl;
  }

  private long seconds() {
    return swarm.clock().now() / 1_000_000_000L;
  }

  private void store(CrawlRecord crawl) {
    LabPeer first = swarm.up().getFirst();
    OverlayNode node = Objects.requireNonNull(first.node());
    first.execute(() -> node.store(swarm.clock().now(), crawl.entry(), () -> {}));
    swarm.runFor(Duration.ofSeconds(5));
  }

  /** How many living disks an entry is on. */
  private Map<EntryId, Integer> copies(boolean results) {
    Map<EntryId, Integer> copies = new HashMap<>();
    for (LabPeer peer : swarm.up()) {
      for (Entry entry : (results ? peer.results() : peer.disk()).durable()) {
        copies.merge(entry.id(), 1, Integer::sum);
      }
    }
    return copies;
  }

  @Test
  void everyPageIsVisitedInEveryRoundAndWhatItWasIsNotForgottenThoughPeersDie() {
    swarm.changing((uri, round) -> (uri.hashCode() + round) % 3 == 0);
    CrawlRecord crawl = begin(HOUR.toSeconds());
    for (int round = 0; round < 6; round++) {
      swarm.runFor(Duration.ofMinutes(20));
      if (round == 2) {
        swarm.up().get(3).loseDisk();
      }
      swarm.runFor(Duration.ofMinutes(20));
      if (round == 4) {
        LabPeer back = swarm.peers().get(3);
        back.start(List.of(swarm.up().getFirst().address()));
      }
      swarm.runFor(Duration.ofMinutes(20));
    }
    swarm.runFor(Duration.ofMinutes(20));
    Set<String> reached = swarm.rounds().keySet();
    assertThat(reached).hasSizeGreaterThan(PAGES / 2);
    assertThat(swarm.rounds().values())
        .allSatisfy(
            visits -> {
              assertThat(visits).contains(0, 1, 2, 3, 4, 5, 6);
              assertThat(visits.size()).as("nearly nothing twice").isLessThanOrEqualTo(9);
            });
    history(crawl, reached);
    long visits = swarm.runs().values().stream().mapToInt(count -> count).sum();
    store(crawl.stopped(owner));
    swarm.runFor(Duration.ofHours(3));
    long after = swarm.runs().values().stream().mapToInt(count -> count).sum();
    assertThat(after).as("a stopped crawl stops everywhere").isEqualTo(visits);
  }

  /**
   * One current record for an address, one more for each state that it was in, all of it thrice.
   */
  private void history(CrawlRecord crawl, Set<String> reached) {
    Map<String, Set<EntryId>> states = new HashMap<>();
    Map<String, Set<EntryId>> current = new HashMap<>();
    Map<EntryId, Integer> records = copies(false);
    Map<EntryId, Integer> pieces = copies(true);
    for (LabPeer peer : swarm.up()) {
      for (Entry entry : peer.disk().durable()) {
        Entry past = PastResult.record(entry);
        Entry record = past == null ? entry : past;
        Task task = Task.of(record);
        if (task == null || !task.crawl().equals(crawl.number())) {
          continue;
        }
        RoundOutcome outcome = Objects.requireNonNull(RoundOutcome.of(task, record));
        (past == null ? current : states)
            .computeIfAbsent(task.uri(), uri -> new HashSet<>())
            .add(entry.id());
        assertThat(records.get(entry.id())).as("%s", task).isGreaterThanOrEqualTo(3);
        for (EntryId piece : Result.read(outcome.result()).pieces(record.id().key())) {
          assertThat(pieces.get(piece)).as("a piece of %s", task).isGreaterThanOrEqualTo(3);
        }
      }
    }
    assertThat(current.keySet()).isEqualTo(reached);
    assertThat(current.values()).allMatch(ids -> ids.size() == 1);
    for (String uri : reached) {
      int changed = 0;
      for (int round = 1; round <= 6; round++) {
        changed += (uri.hashCode() + round) % 3 == 0 ? 1 : 0;
      }
      assertThat(states.getOrDefault(uri, Set.of()).size()).as(uri).isBetween(changed, changed + 2);
    }
  }

  @Test
  void aCrawlThatIsOverComesNotAgain() {
    swarm.begin(4);
    swarm.runFor(Duration.ofSeconds(20));
    CrawlRecord crawl =
        CrawlRecord.of(
            new CrawlPlan(
                seconds(),
                100,
                seconds() + HOUR.toSeconds() * 3 / 2,
                HOUR.toSeconds(),
                List.of(graph.url(0)),
                Map.of()),
            owner);
    store(crawl);
    LabPeer first = swarm.peers().getFirst();
    OverlayNode node = Objects.requireNonNull(first.node());
    first.execute(
        () ->
            node.submit(
                swarm.clock().now(), List.of(Task.of(crawl.number(), graph.url(0))), () -> {}));
    swarm.runFor(Duration.ofHours(5));
    assertThat(swarm.rounds()).isNotEmpty();
    assertThat(swarm.rounds().values()).allMatch(visits -> visits.equals(List.of(0, 1)));
  }
}
