package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.node.KeepFigures;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.net.LinkModel;

/** What is kept is read back, compared, asked for and repaired, though nobody comes or goes. */
class KeepTest {
  private static final int PAGES = 300;
  private static final int RESULT_BYTES = 6_000;
  private static final int PEERS = 8;
  private static final Duration DAY = Duration.ofMinutes(5);
  private static final Duration AUDITED = Duration.ofMinutes(10);
  private static final Duration NEVER = Duration.ZERO;

  private final LinkGraph graph = LinkGraph.zipf(PAGES, 6, 7);
  private LabSwarm swarm = swarm(DAY, AUDITED);

  private LabSwarm swarm(Duration reconcile, Duration audit) {
    return swarm(reconcile, audit, NEVER);
  }

  private LabSwarm swarm(Duration reconcile, Duration audit, Duration probation) {
    return new LabSwarm(
        graph,
        OverlaySettings.DEFAULT
            .change()
            .virtualNodes(32)
            .slots(8)
            .flushNanos(500_000_000L)
            .smallestPart(8)
            .partShare(0.02)
            .longestAbsence(Duration.ofMinutes(20).toNanos())
            .reconcileNanos(reconcile.toNanos())
            .auditNanos(audit.toNanos())
            .probationNanos(probation.toNanos())
            .done(),
        Duration.ofSeconds(1),
        RESULT_BYTES,
        LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(50)),
        0,
        7);
  }

  @BeforeEach
  void crawl() {
    crawl(swarm);
  }

  private void crawl(LabSwarm world) {
    swarm = world;
    swarm.begin(PEERS);
    swarm.runFor(Duration.ofSeconds(30));
    OverlayNode first = node(swarm.peers().getFirst());
    Task seed = Task.of(CrawlId.numbered(1), graph.url(0));
    swarm
        .network()
        .execute(first, () -> first.submit(swarm.clock().now(), List.of(seed), () -> {}));
    swarm.runFor(Duration.ofMinutes(5));
    assertThat(fewest()).isEqualTo(3);
    assertThat(sum(KeepFigures::damagedHere)).isZero();
  }

  @Test
  void aHealthySwarmComparesAndFindsNothingAndMovesNothing() {
    long repaired = sum(KeepFigures::repairBytes);
    swarm.runFor(Duration.ofMinutes(20));
    assertThat(sum(KeepFigures::passes)).isGreaterThanOrEqualTo(3L * PEERS);
    assertThat(sum(KeepFigures::audited)).isGreaterThan(copies());
    assertThat(sum(KeepFigures::auditsFailed)).isZero();
    assertThat(sum(KeepFigures::repairBytes)).isEqualTo(repaired);
  }

  @Test
  void aFlippedBitIsFoundByReadingBackAndRepairedFromAnotherHolder() {
    Entry piece = swarm.peers().get(2).results().durable().get(5);
    swarm.peers().get(2).results().rot(piece.id(), flipped(piece));
    swarm.runFor(AUDITED);
    assertThat(swarm.peers().get(2).results().get(piece.id())).isEqualTo(piece);
    assertThat(keeping(2).damagedHere()).isEqualTo(1);
    assertThat(keeping(2).repairedHere()).isEqualTo(1);
    assertThat(keeping(2).lastDamaged()).isEqualTo(piece.id().key().toString());
  }

  @Test
  void aRowLostWithoutATraceComesBackFromTheOtherHolders() {
    EntryId record = swarm.peers().get(3).disk().durable().get(4).id();
    EntryId piece = swarm.peers().get(3).results().durable().get(4).id();
    swarm.peers().get(3).disk().rot(record, null);
    swarm.peers().get(3).results().rot(piece, null);
    swarm.runFor(AUDITED);
    assertThat(swarm.peers().get(3).disk().get(record)).isNotNull();
    assertThat(swarm.peers().get(3).results().get(piece)).isNotNull();
    assertThat(sum(KeepFigures::rangesDiffering)).isPositive();
  }

  @Test
  void anAuditAloneFindsWhatIsMissingElsewhereAndNamesWhoLacksIt() {
    crawl(swarm(NEVER, AUDITED));
    LabPeer forgetful = swarm.peers().get(3);
    List<Entry> lost = forgetful.results().durable().stream().limit(20).toList();
    lost.forEach(piece -> forgetful.results().rot(piece.id(), null));
    swarm.runFor(AUDITED.plusMinutes(2));
    lost.forEach(piece -> assertThat(forgetful.results().get(piece.id())).isEqualTo(piece));
    assertThat(sum(KeepFigures::passes)).isZero();
    assertThat(
            swarm.up().stream()
                .flatMap(peer -> node(peer).keeping().peers().stream())
                .filter(each -> each.failed() > 0)
                .map(KeepFigures.Audited::address))
        .containsOnly(forgetful.address().toString());
    assertThat(sum(KeepFigures::auditsFailed)).isEqualTo(lost.size());
  }

  @Test
  void aSurplusCopyGoesOnlyAfterAllHoldersHaveReadTheirs() {
    long pieces = copies();
    swarm.add().start(List.of(swarm.peers().getFirst().address()));
    swarm.runFor(Duration.ofMinutes(10));
    assertThat(copies()).isEqualTo(pieces);
    assertThat(fewest()).isEqualTo(3);
    long moved = swarm.peers().getLast().results().durable().size();
    assertThat(sum(KeepFigures::surplusReleased)).isEqualTo(moved);
  }

  @Test
  void aNewcomerOnProbationKeepsLittleAndLaterItsShare() {
    crawl(swarm(DAY, AUDITED, Duration.ofMinutes(15)));
    LabPeer newcomer = swarm.add();
    newcomer.start(List.of(swarm.peers().getFirst().address()));
    swarm.runFor(Duration.ofMinutes(10));
    long share = copies() / (PEERS + 1);
    assertThat(fewest()).isEqualTo(3);
    assertThat(newcomer.results().durable().size()).isBetween(1, (int) share / 2);
    swarm.runFor(Duration.ofMinutes(15));
    assertThat(fewest()).isEqualTo(3);
    assertThat(newcomer.results().durable().size()).isGreaterThan((int) share / 2);
  }

  @Test
  void repairMovesLittleMoreThanWhatWasLost() {
    long before = sum(KeepFigures::repairBytes);
    long lost = 0;
    for (LabPeer gone : List.of(swarm.peers().get(6), swarm.peers().get(7))) {
      lost += bytes(gone);
      gone.crash();
    }
    long traffic = bytesSent();
    swarm.runFor(Duration.ofMinutes(40));
    assertThat(fewest()).isEqualTo(3);
    assertThat(sum(KeepFigures::repairBytes) - before).isBetween(lost * 9 / 10, lost * 13 / 10);
    assertThat(bytesSent() - traffic).isLessThan(lost * 13 / 10 + 40 * 60 * 6 * 600L);
  }

  /** Both holders of what the primary has lost offer it at once, and the comparison once more. */
  @Test
  void peersThatComeBackEmptyAreFilledWithLittleMoreThanTheyLost() {
    List<LabPeer> unlucky = List.of(swarm.peers().get(6), swarm.peers().get(7));
    long lost = unlucky.stream().mapToLong(KeepTest::bytes).sum();
    unlucky.forEach(LabPeer::loseDisk);
    long before = sum(KeepFigures::repairBytes);
    unlucky.forEach(peer -> peer.start(List.of(swarm.peers().getFirst().address())));
    swarm.runFor(Duration.ofMinutes(15));
    assertThat(fewest()).isEqualTo(3);
    assertThat(sum(KeepFigures::repairBytes) - before).isBetween(lost * 9 / 10, lost * 13 / 10);
  }

  private static long bytes(LabPeer peer) {
    return peer.results().durable().stream().mapToLong(each -> each.body().length).sum();
  }

  private long bytesSent() {
    return swarm.up().stream()
        .mapToLong(peer -> node(peer).traffic().bytes() - node(peer).traffic().membershipBytes())
        .sum();
  }

  private static Entry flipped(Entry entry) {
    byte[] body = entry.body().clone();
    body[body.length / 2] ^= 4;
    return new Entry(entry.id(), entry.rank(), body);
  }

  private long sum(ToLongFunction<KeepFigures> figure) {
    return swarm.up().stream().mapToLong(peer -> figure.applyAsLong(node(peer).keeping())).sum();
  }

  private KeepFigures keeping(int index) {
    return node(swarm.peers().get(index)).keeping();
  }

  private static OverlayNode node(LabPeer peer) {
    return Objects.requireNonNull(peer.node());
  }

  private long copies() {
    return swarm.peers().stream()
        .mapToLong(peer -> peer.results().from(EntryId.FIRST, Integer.MAX_VALUE).size())
        .sum();
  }

  private int fewest() {
    Survivors now = new Survivors(swarm.up());
    Set<String> pages = new HashSet<>(graph.reachable());
    return pages.stream().mapToInt(url -> now.results(CrawlId.numbered(1), url)).min().orElse(0);
  }
}
