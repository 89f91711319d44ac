package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.node.LendingFigures;
import org.orbweaver.overlay.node.NodeParts;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * Clients behind NATs crawl for members: a fair part, politely, and whatever they do, every page is
 * in the end with the swarm as its origin serves it, as far as somebody looked.
 */
class ClientShareTest {
  private static final int MEMBERS = 5;
  private static final Duration LOAN = Duration.ofMinutes(2);
  private static final OverlaySettings SETTINGS = SealedSwarm.settings(32).change().slots(2).done();

  private final LinkGraph graph = LinkGraph.bunched(600, 6, 3);
  private final SealedSwarm swarm = new SealedSwarm(graph, SETTINGS, 5, true);
  private final List<Client> clients = new ArrayList<>();
  private int natPorts = 5_000;

  /** A client and its NAT. */
  private record Client(OverlayNode node, LabNat nat, LabDisk results, String name) {}

  private Client join(int number, Endpoint outside, BiFunction<String, byte[], byte[]> brings) {
    LabDisk results = new LabDisk(swarm.clock(), 1, number);
    LabWeb.Visitor visitor = swarm.web().visitor("client " + number, results, brings);
    return join(number, outside, results, visitor, visitor);
  }

  private Client join(
      int number,
      Endpoint outside,
      LabDisk results,
      Runner runner,
      LabWeb.@Nullable Visitor visitor) {
    PeerKeys keys = SealedSwarm.keys(number);
    LabNat nat =
        new LabNat(
            swarm.clock(), swarm.network(), outside, Duration.ofSeconds(5), natPorts += 5_000);
    Handshakes handshakes =
        new Handshakes(
            swarm.now(),
            keys,
            Peer.NOWHERE,
            number,
            SealedSwarm.NAME,
            nat,
            SealedSwarm.seeded(number));
    LabDisk disk = new LabDisk(swarm.clock(), 1, number);
    OverlayNode node =
        new OverlayNode(
            swarm.now(),
            handshakes,
            new NodeParts(
                disk,
                results,
                nat,
                handshakes,
                handshakes,
                keys,
                runner,
                SealedSwarm.seeded(-number),
                MembershipView::of),
            SETTINGS.change().virtualNodes(0).share(visitor == null ? 64 : 8).done());
    disk.plugInto(work -> swarm.network().execute(nat, work));
    results.plugInto(work -> swarm.network().execute(nat, work));
    if (visitor != null) {
      visitor.works(node, work -> swarm.network().execute(nat, work));
    }
    nat.serve(new SealedPeer(handshakes, node));
    swarm.network().execute(nat, () -> node.join(swarm.now(), List.of(SealedSwarm.address(1))));
    Client client = new Client(node, nat, results, "client " + number);
    clients.add(client);
    return client;
  }

  private Client honest(int number) {
    return join(number, SealedSwarm.address(number), (uri, page) -> page);
  }

  private void startWith(int honest) {
    swarm.start(MEMBERS);
    for (int i = 0; i < honest; i++) {
      honest(700 + i);
    }
    swarm.runFor(Duration.ofSeconds(15));
  }

  private void crawlUntilNothingIsMissing(Duration atMost) {
    long end = swarm.now() + atMost.toNanos();
    while (swarm.now() < end && !swarm.missing().isEmpty()) {
      swarm.runFor(Duration.ofSeconds(2));
    }
    assertThat(swarm.missing()).isEmpty();
  }

  private long fetchedBy(String name) {
    return swarm.web().fetches().values().stream()
        .flatMap(List::stream)
        .filter(by -> by.equals(name))
        .count();
  }

  private List<LendingFigures> figures() {
    return swarm.members().stream().map(member -> member.node().lendingFigures()).toList();
  }

  /** Records of pages that are not what their origin serves, whoever keeps them. */
  private List<String> falsePages() {
    List<String> found = new ArrayList<>();
    List<LabDisk> disks = swarm.members().stream().map(SealedSwarm.Member::results).toList();
    for (SealedSwarm.Member member : swarm.members()) {
      for (Entry entry : member.disk().durable()) {
        Task task = Task.of(entry);
        if (task != null && Task.isProcessed(entry)) {
          Result result = Result.read(task.result(entry));
          if (!LabWeb.isTrue(task, result, disks)) {
            found.add(task.uri());
          }
        }
      }
    }
    return found.stream().distinct().toList();
  }

  @Test
  void theyDoAFairPartOfACrawlAndEachPageIsFetchedOnceForIt() {
    startWith(3);
    swarm.crawl();
    crawlUntilNothingIsMissing(Duration.ofMinutes(3));
    swarm.runFor(Duration.ofSeconds(30));
    assertThat(swarm.web().rude()).as("times a host was asked twice at once").isZero();
    assertThat(swarm.web().fetches().values()).allMatch(by -> by.size() == 1, "fetched once");
    assertThat(falsePages()).as("pages that are not on the disk of their holder").isEmpty();
    for (Client client : clients) {
      assertThat(fetchedBy(client.name())).as(client.name()).isGreaterThan(600 / 20);
      assertThat(client.node().shareFigures().brought()).isEqualTo(fetchedBy(client.name()));
      assertThat(client.results().durable()).as("it owns nothing").isEmpty();
      assertThat(client.nat().turnedAway()).as("nobody knocks at it").isZero();
    }
    long theirs = clients.stream().mapToLong(client -> fetchedBy(client.name())).sum();
    assertThat(figures().stream().mapToLong(LendingFigures::brought).sum()).isEqualTo(theirs);
    assertThat(swarm.web().looks()).as("not all are looked at").isLessThan((int) theirs);
  }

  @Test
  void nothingIsLostWhenTheyVanishInTheMiddleNorWhenALenderDies() {
    startWith(3);
    swarm.crawl();
    swarm.runFor(Duration.ofSeconds(20));
    assertThat(figures()).anyMatch(figures -> figures.lent() > 0);
    swarm.network().detach(clients.get(0).nat());
    swarm.network().detach(clients.get(1).nat());
    SealedSwarm.Member lender =
        swarm.members().stream()
            .filter(member -> member.node().lendingFigures().lent() > 0)
            .findFirst()
            .orElseThrow();
    swarm.network().detach(lender.handler());
    swarm.members().remove(lender);
    crawlUntilNothingIsMissing(LOAN.plusMinutes(4));
    assertThat(swarm.web().rude()).isZero();
    assertThat(falsePages()).isEmpty();
    assertThat(fetchedBy(clients.get(2).name())).isGreaterThan(20);
  }

  @Test
  void whoBringsSomethingElseIsFoundOutAndNoneOfItStands() {
    startWith(1);
    Client liar =
        join(
            800,
            SealedSwarm.address(800),
            (uri, page) -> {
              page[7] ^= 1;
              return page;
            });
    swarm.runFor(Duration.ofSeconds(15));
    swarm.crawl();
    crawlUntilNothingIsMissing(Duration.ofMinutes(5));
    assertThat(falsePages()).isEmpty();
    assertThat(fetchedBy(liar.name())).as("it has tried").isPositive();
    assertThat(liar.node().shareFigures().objections())
        .isNotEmpty()
        .allMatch(each -> each.contains("is not what they serve"));
    assertThat(figures())
        .allSatisfy(
            each -> assertThat(each.barred()).hasSizeLessThanOrEqualTo(1)) // not the honest one
        .anySatisfy(each -> assertThat(each.barred()).hasSize(1));
    Client again = join(801, SealedSwarm.address(800), (uri, page) -> page);
    swarm.runFor(Duration.ofSeconds(30));
    assertThat(again.node().shareFigures().objections())
        .as("a new key does not help")
        .anyMatch(each -> each.contains("of its network"));
  }

  @Test
  void ofOneThatNobodyKnowsEverythingIsLookedAt() {
    startWith(0);
    AtomicInteger pages = new AtomicInteger();
    join(
        800,
        SealedSwarm.address(800),
        (uri, page) -> {
          page[7] ^= (byte) (pages.incrementAndGet() % 3 == 0 ? 0 : 1);
          return page;
        });
    swarm.runFor(Duration.ofSeconds(15));
    swarm.crawl();
    crawlUntilNothingIsMissing(Duration.ofMinutes(5));
    assertThat(pages).as("it has lied").hasValueGreaterThan(2);
    assertThat(falsePages()).isEmpty();
  }

  /** A site may serve a page otherwise elsewhere: who sees that is no liar. */
  @Test
  void whoSeesOnlyOneHostOtherwiseGoesOnWorkingAndItsPagesOfThatHostAreFetchedByOthers() {
    startWith(0);
    AtomicReference<@Nullable String> elsewhere = new AtomicReference<>();
    Client client =
        join(
            800,
            SealedSwarm.address(800),
            (uri, page) -> {
              String host = TaskKey.host(uri);
              elsewhere.compareAndSet(null, host);
              return host.equals(elsewhere.get()) ? new byte[300] : page;
            });
    swarm.runFor(Duration.ofSeconds(15));
    swarm.crawl();
    crawlUntilNothingIsMissing(Duration.ofMinutes(5));
    assertThat(falsePages()).isEmpty();
    assertThat(elsewhere.get()).as("a host that it has seen").isNotNull();
    assertThat(figures()).allMatch(each -> each.barred().isEmpty());
    assertThat(client.node().shareFigures().brought()).isGreaterThan(50);
  }

  @Test
  void ofOneWhoTurnsAfterManyGoodPagesAtMostALotStandsWithEachMember() {
    startWith(0);
    int[] good = {150};
    Client turncoat =
        join(
            800,
            SealedSwarm.address(800),
            (uri, page) -> {
              if (good[0]-- <= 0) {
                page[7] ^= 1;
              }
              return page;
            });
    swarm.runFor(Duration.ofSeconds(15));
    swarm.crawl();
    crawlUntilNothingIsMissing(Duration.ofMinutes(5));
    assertThat(good[0]).as("it has lied").isNegative();
    assertThat(falsePages()).hasSizeLessThanOrEqualTo(16 * MEMBERS);
    assertThat(turncoat.node().shareFigures().objections()).isNotEmpty();
  }

  @Test
  void strangersWhoNeverBringAnythingDelayFewTasksAndNoneForLongerThanTheLoan() {
    startWith(0);
    for (int i = 0; i < 4; i++) {
      LabDisk results = new LabDisk(swarm.clock(), 1, 850 + i);
      join(850 + i, SealedSwarm.address(850), results, (task, finish) -> {}, null);
    }
    swarm.runFor(Duration.ofSeconds(15));
    swarm.crawl();
    int most = 0;
    long end = swarm.now() + LOAN.plusMinutes(2).toNanos();
    while (swarm.now() < end && !swarm.missing().isEmpty()) {
      swarm.runFor(Duration.ofSeconds(1));
      for (LendingFigures each : figures()) {
        most = Math.max(most, each.lent());
      }
    }
    assertThat(swarm.missing()).isEmpty();
    assertThat(most).as("tasks with strangers at once, of one member").isBetween(1, 4 * 2);
    assertThat(swarm.web().rude()).isZero();
    assertThat(falsePages()).isEmpty();
    Set<String> objections = new HashSet<>();
    for (int seconds = 0; seconds < LOAN.toSeconds(); seconds++) {
      swarm.runFor(Duration.ofSeconds(1));
      clients.forEach(client -> objections.addAll(client.node().shareFigures().objections()));
    }
    assertThat(objections).anyMatch(each -> each.contains("did not bring back"));
  }

  @Test
  void whatAClientIsNotLentItCanNeitherBringNorTakeTurnsFor() {
    startWith(0);
    swarm.crawl();
    swarm.runFor(Duration.ofSeconds(12));
    LabFoe foe = LabFoe.client(swarm, 860);
    SealedSwarm.Member member = swarm.members().getFirst();
    Task task = Task.of(CrawlId.numbered(1), graph.url(0)).atDepth(1);
    Entry piece = Piece.cut(task.id().key(), new byte[] {1, 2, 3}).getFirst();
    Key host = Leases.name("h0.lab");
    byte[] result = Result.of(List.of(piece.id()), new byte[0]).bytes();
    foe.ask(member.address(), new RpcMessage.TakeTurn(task.id(), host, 0, 0));
    foe.ask(member.address(), new RpcMessage.BringPiece(task.id(), piece));
    foe.ask(
        member.address(),
        new RpcMessage.BringResult(task.id(), RpcMessage.TaskRun.End.DONE, result, new byte[64]));
    swarm.runFor(Duration.ofSeconds(3));
    assertThat(foe.answers())
        .containsExactly(
            new RpcMessage.Taken(false), new RpcMessage.Taken(false), new RpcMessage.Taken(false));
    assertThat(member.results().get(piece.id())).isNull();

    foe.answers().clear();
    foe.ask(member.address(), new RpcMessage.SeekTasks(64, List.of()));
    swarm.runFor(Duration.ofSeconds(1));
    Task lent = theOneLentTo(foe);
    Entry stray = Piece.cut(Key.MAX, new byte[] {1, 2, 3}).getFirst();
    Entry its = Piece.cut(lent.id().key(), new byte[] {1, 2, 3}).getFirst();
    byte[] said = Result.of(List.of(its.id()), new byte[0]).bytes();
    foe.answers().clear();
    foe.ask(member.address(), new RpcMessage.TakeTurn(lent.id(), Leases.name("else.lab"), 0, 0));
    foe.ask(member.address(), new RpcMessage.BringPiece(lent.id(), stray));
    foe.ask(
        member.address(),
        new RpcMessage.BringResult(lent.id(), RpcMessage.TaskRun.End.DONE, said, new byte[64]));
    swarm.runFor(Duration.ofSeconds(3));
    assertThat(foe.answers())
        .as("another host's turn, another key's piece, a result without its pieces")
        .containsExactly(
            new RpcMessage.Taken(false), new RpcMessage.Taken(false), new RpcMessage.Taken(false));
    assertThat(member.results().get(stray.id())).isNull();

    LabFoe stranger = new LabFoe(swarm, 861);
    stranger.askAll(new RpcMessage.SeekTasks(64, List.of()));
    swarm.runFor(Duration.ofSeconds(3));
    assertThat(stranger.answers()).as("who could be a member is lent nothing").isEmpty();
  }

  private static Task theOneLentTo(LabFoe foe) {
    assertThat(foe.answers()).hasSize(1);
    if (foe.answers().getFirst() instanceof RpcMessage.LentTasks(var tasks, _, _)) {
      assertThat(tasks).as("to one that nobody knows").hasSizeBetween(1, 2);
      return Objects.requireNonNull(Task.of(tasks.getFirst()));
    }
    throw new AssertionError(foe.answers());
  }

  @Test
  void aClientThatStartsAgainIsToldOnceMoreWhatItWasLent() {
    startWith(1);
    swarm.crawl();
    swarm.runFor(Duration.ofSeconds(12));
    Client before = clients.getFirst();
    assertThat(before.node().shareFigures().running()).isPositive();
    swarm.network().detach(before.nat());
    Client after = honest(700);
    crawlUntilNothingIsMissing(LOAN); // nobody waits for a loan to run out
    assertThat(after.node().shareFigures().brought()).isPositive();
  }
}
