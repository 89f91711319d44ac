package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.node.RefusalFigures;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.net.LinkModel;

/** Peers whose operators do not want something run or kept on their machines. */
class RefusalsTest {
  private static final int PEERS = 7;
  private static final OverlaySettings SETTINGS = SealedSwarm.settings(64);

  private final LinkGraph graph = LinkGraph.bunched(120, 6, 3);
  private final LabSwarm swarm =
      new LabSwarm(
          graph,
          SETTINGS,
          Duration.ofMillis(200),
          3_000,
          LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(60)),
          0,
          21,
          true);

  private void crawl() {
    swarm.begin(PEERS);
    swarm.runFor(Duration.ofSeconds(20));
    LabPeer first = swarm.peers().getFirst();
    Task seed = Task.of(CrawlId.numbered(1), graph.url(0));
    first.execute(() -> node(first).submit(swarm.clock().now(), List.of(seed), () -> {}));
    swarm.runFor(Duration.ofMinutes(10));
  }

  private static OverlayNode node(LabPeer peer) {
    return Objects.requireNonNull(peer.node());
  }

  /** What came of each task, of those on r disks. */
  private Map<String, Result> results() {
    Map<String, Integer> copies = new HashMap<>();
    Map<String, Result> results = new HashMap<>();
    for (LabPeer peer : swarm.peers()) {
      for (Entry entry : peer.disk().durable()) {
        Task task = Task.of(entry);
        if (task != null && Task.isProcessed(entry)) {
          results.put(task.uri(), Result.read(task.result(entry)));
          copies.merge(task.uri(), 1, Integer::sum);
        }
      }
    }
    results.keySet().removeIf(uri -> copies.getOrDefault(uri, 0) < SETTINGS.copies());
    return results;
  }

  /** On how many disks each piece of a result is. */
  private Map<EntryId, Integer> copies() {
    Map<EntryId, Integer> copies = new HashMap<>();
    swarm
        .peers()
        .forEach(
            peer ->
                peer.results()
                    .durable()
                    .forEach(piece -> copies.merge(piece.id(), 1, Integer::sum)));
    return copies;
  }

  private List<EntryId> pieces() {
    List<EntryId> all = new ArrayList<>();
    results()
        .forEach(
            (uri, result) ->
                all.addAll(result.pieces(Task.of(CrawlId.numbered(1), uri).id().key())));
    return all;
  }

  private RefusalFigures figures(LabPeer peer) {
    return node(peer).refusals();
  }

  @Test
  void whatAPeerRefusesToRunAndHoldOthersRunAndHold() {
    List<LabPeer> picky = new ArrayList<>();
    swarm.unwanted((peer, uri) -> picky.contains(peer), (peer, id) -> picky.contains(peer));
    LabPeer one = swarm.add();
    LabPeer two = swarm.add();
    picky.addAll(List.of(one, two));
    one.start(List.of());
    two.start(List.of(one.address()));
    swarm.runFor(Duration.ofSeconds(5));
    crawl(one);

    assertThat(results().keySet()).as("nothing is lost").containsAll(graph.reachable());
    Set<Endpoint> refusing = Set.of(one.address(), two.address());
    assertThat(swarm.ranBy().values()).noneMatch(by -> by.stream().anyMatch(refusing::contains));
    assertThat(one.results().durable()).isEmpty();
    assertThat(two.results().durable()).isEmpty();
    Map<EntryId, Integer> copies = copies();
    assertThat(pieces())
        .isNotEmpty()
        .allSatisfy(id -> assertThat(copies.get(id)).isGreaterThanOrEqualTo(SETTINGS.copies()));
    assertThat(figures(one).handedOn()).isPositive();
    assertThat(figures(one).declinedHere()).isPositive();
    assertThat(swarm.peers().stream().mapToLong(peer -> figures(peer).runForOthers()).sum())
        .isPositive();
    assertThat(swarm.peers()).allMatch(peer -> figures(peer).fewerCopies() == 0);
  }

  private void crawl(LabPeer gate) {
    for (int i = 0; i < PEERS; i++) {
      swarm.add().start(List.of(gate.address()));
      swarm.runFor(Duration.ofSeconds(1));
    }
    swarm.runFor(Duration.ofSeconds(30));
    Task seed = Task.of(CrawlId.numbered(1), graph.url(0));
    gate.execute(() -> node(gate).submit(swarm.clock().now(), List.of(seed), () -> {}));
    swarm.runFor(Duration.ofMinutes(10));
  }

  @Test
  void whatAllRefuseFailsAndSaysSo() {
    String unwanted = graph.url(0);
    swarm.unwanted((peer, uri) -> uri.equals(unwanted), (peer, id) -> false);
    crawl();
    Result result = Objects.requireNonNull(results().get(unwanted));
    assertThat(result.isFailed()).isTrue();
    assertThat(result.failure())
        .isEqualTo("all 3 peers that keep it refuse it by their rules: not on this machine");
  }

  @Test
  void whereTooFewTakeItThatIsSaid() {
    swarm.unwanted((peer, uri) -> false, (peer, id) -> swarm.peers().indexOf(peer) < PEERS - 1);
    crawl();
    assertThat(results().keySet()).as("nothing is lost").containsAll(graph.reachable());
    assertThat(swarm.peers()).anyMatch(peer -> figures(peer).fewerCopies() > 0);
    assertThat(swarm.peers())
        .filteredOn(peer -> figures(peer).fewerCopies() > 0)
        .allMatch(peer -> !figures(peer).example().isEmpty());
    Map<EntryId, Integer> copies = copies();
    assertThat(pieces()).allSatisfy(id -> assertThat(copies.get(id)).isPositive());
  }

  @Test
  void aRuleThatComesLaterHasTheCopyGoWhenOthersHaveIt() {
    crawl();
    LabPeer picky = swarm.peers().get(2);
    assertThat(picky.results().durable()).isNotEmpty();
    swarm.unwanted((peer, uri) -> false, (peer, id) -> peer == picky);
    swarm.runFor(Duration.ofMinutes(15));
    assertThat(picky.results().durable()).isEmpty();
    assertThat(figures(picky).shed()).isPositive();
    Map<EntryId, Integer> copies = copies();
    assertThat(pieces())
        .isNotEmpty()
        .allSatisfy(id -> assertThat(copies.get(id)).isGreaterThanOrEqualTo(SETTINGS.copies()));
  }
}
