package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.ResultBatch;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/** What a member, which answers for keys of its own, could do to those of others. */
class MemberAttacksTest {
  private static final int FOE = 200;

  private final LinkGraph graph = LinkGraph.zipf(300, 6, 3);
  private final SealedSwarm swarm =
      new SealedSwarm(graph, SealedSwarm.settings(16).change().smallestPart(1 << 20).done(), 4);

  @BeforeEach
  void start() {
    swarm.start(6);
  }

  private static Task task(String url) {
    return Task.of(CrawlId.numbered(1), url);
  }

  private MembershipView view() {
    return swarm.members().getFirst().node().members().view();
  }

  /** O8, and fidelity §0.2: a replica called every page processed, or replaced its result. */
  @Test
  void aReplicaNeitherMarksAPageAsProcessedNorReplacesItsResult() {
    LabFoe foe = new LabFoe(swarm, FOE, 16);
    swarm.runFor(Duration.ofSeconds(70));
    assertThat(view().peers()).extracting(Peer::address).contains(foe.address());
    List<Entry> lies =
        new ArrayList<>(claims(foe, CrawlId.numbered(1), graph.reachable(), swarm.now()));
    graph.reachable().forEach(url -> lies.add(task(url).at(HostPart.STEP).elsewhere()));
    tellTheTruthOnly(foe, CrawlId.numbered(1), lies);
  }

  /** As long as nobody was there nobody can object: so it said that it did each page in 1970. */
  @Test
  void aReplicaDidNoPageBeforeItsCrawlBegan() {
    LabFoe foe = new LabFoe(swarm, FOE, 16);
    swarm.runFor(Duration.ofSeconds(70));
    long began = swarm.now();
    CrawlId crawl = begin(swarm).number();
    List<Entry> lies = new ArrayList<>(claims(foe, crawl, graph.reachable(), 1));
    lies.addAll(claims(foe, crawl, graph.reachable(), began - Duration.ofHours(1).toNanos()));
    tellTheTruthOnly(foe, crawl, lies);
  }

  /**
   * Each unknown crawl of a batch was waited for by itself, and the batch then looked at from its
   * beginning: with more of them than are remembered that never ended.
   */
  @Test
  @Timeout(240)
  void batchesOfThousandsOfMadeUpCrawlsKeepNobodyFromItsWork() {
    LabFoe foe = new LabFoe(swarm, FOE, 16);
    swarm.runFor(Duration.ofSeconds(70));
    List<Entry> lies = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      lies.addAll(claims(foe, CrawlId.numbered(1_000 + i), List.of(graph.url(0)), swarm.now()));
    }
    for (int i = 0; i < 20; i++) {
      foe.askAll(new RpcMessage.StoreBackup(lies, false));
      swarm.runFor(Duration.ofMillis(200));
    }
    String seed =
        graph.reachable().stream()
            .filter(url -> !primary(url).equals(foe.address()))
            .findFirst()
            .orElseThrow();
    swarm.crawl(CrawlId.numbered(1), seed);
    swarm.runFor(Duration.ofSeconds(90));
    long done =
        swarm.members().stream()
            .flatMap(member -> member.disk().durable().stream())
            .filter(entry -> Task.of(entry) != null && Task.isProcessed(entry))
            .count();
    assertThat(done).isGreaterThan(300);
  }

  private CrawlRecord begin(SealedSwarm in) {
    long seconds = in.now() / 1_000_000_000L;
    List<String> seeds = List.of(graph.url(0));
    CrawlRecord crawl =
        CrawlRecord.of(
            new CrawlPlan(seconds, 100, CrawlPlan.FOR_EVER, seeds, Map.of()), SealedSwarm.keys(7));
    SealedSwarm.Member first = in.members().getFirst();
    in.network()
        .execute(first.handler(), () -> first.node().store(in.now(), crawl.entry(), () -> {}));
    in.runFor(Duration.ofSeconds(5));
    return crawl;
  }

  /** That it did these pages at that time. */
  private static List<Entry> claims(LabFoe foe, CrawlId crawl, List<String> urls, long time) {
    List<Entry> claims = new ArrayList<>();
    ResultBatch batch = new ResultBatch(SealedSwarm.keys(FOE), foe.address());
    urls.forEach(url -> batch.add(time, Task.of(crawl, url), new byte[99], claims::add));
    batch.onTick(time + ResultBatch.WAIT);
    return claims;
  }

  private void tellTheTruthOnly(LabFoe foe, CrawlId crawl, List<Entry> lies) {
    tell(foe, lies);
    String seed =
        graph.reachable().stream()
            .filter(url -> !primary(url).equals(foe.address()))
            .findFirst()
            .orElseThrow();
    swarm.crawl(crawl, seed);
    swarm.runFor(Duration.ofSeconds(60));
    tell(foe, lies);
    swarm.runFor(Duration.ofSeconds(30));
    int seen = 0;
    for (SealedSwarm.Member member : swarm.members()) {
      for (Entry entry : member.disk().durable()) {
        Task task = Task.of(entry);
        if (task != null && Task.isProcessed(entry) && !primary(task.uri()).equals(foe.address())) {
          seen++;
          assertThat(Result.read(task.result(entry)).summary())
              .as(task.uri())
              .isEqualTo(SealedSwarm.truth(task.uri()));
        }
      }
    }
    assertThat(seen).isGreaterThan(100);
  }

  /**
   * A primary that has come since cannot know who did a page before. Its neighbours were there: a
   * member that stands farther from the key than r of them did not, with a time of the crawl, too.
   */
  @Test
  void whoStandsFarFromAPageDidItNotBeforeItsPrimaryCame() {
    SealedSwarm grown = grown(14);
    LabFoe foe = new LabFoe(grown, FOE, Peer.MOST_VIRTUAL_NODES);
    grown.runFor(Duration.ofSeconds(70));
    CrawlId crawl = begin(grown).number();
    grown.runFor(Duration.ofMinutes(2));
    List<String> hosts = IntStream.range(0, 200).mapToObj(i -> "https://host" + i + "/").toList();
    List<Entry> lies = claims(foe, crawl, hosts, grown.now());
    grown.runFor(Duration.ofMinutes(2));
    List<SealedSwarm.Member> newcomers = IntStream.range(0, 4).mapToObj(i -> grown.add()).toList();
    grown.runFor(Duration.ofMinutes(1));
    MembershipView view = newcomers.getFirst().node().members().view();
    assertThat(view.peers()).hasSize(19);
    int far = 0;
    for (SealedSwarm.Member newcomer : newcomers) {
      List<Entry> its = new ArrayList<>(lies);
      its.removeIf(
          lie ->
              !view.closest(lie.id().key(), 1).getFirst().address().equals(newcomer.address())
                  || view.closest(lie.id().key(), 3 + newcomers.size()).stream()
                      .anyMatch(peer -> peer.address().equals(foe.address())));
      far += its.size();
      foe.ask(newcomer.address(), new RpcMessage.DeleteBackup(its));
      grown.runFor(Duration.ofSeconds(10));
      for (Entry lie : its) {
        Entry kept = Objects.requireNonNull(newcomer.disk().get(lie.id()), "kept as a task");
        assertThat(kept.body()).isNotEqualTo(lie.body());
      }
    }
    assertThat(far).isGreaterThan(5);
  }

  /** In a swarm that has grown they stand far from most keys that were theirs. */
  @Test
  void whatPeersDidWhenTheSwarmWasSmallIsBelievedWhenItIsLarge() {
    SealedSwarm grown = grown(4);
    CrawlId crawl = begin(grown).number();
    grown.crawl(crawl, graph.url(0));
    grown.runFor(Duration.ofMinutes(5));
    assertThat(grown.missing()).isEmpty();
    Map<String, Integer> runs = Map.copyOf(grown.runs());
    for (int i = 0; i < 16; i++) {
      grown.add();
      grown.runFor(Duration.ofSeconds(20));
    }
    grown.runFor(Duration.ofMinutes(5));
    assertThat(grown.missing()).isEmpty();
    assertThat(grown.runs()).isEqualTo(runs);
  }

  /** All that an address may have, so that nobody can have stood closer than it does. */
  private SealedSwarm grown(int peers) {
    SealedSwarm grown =
        new SealedSwarm(
            graph,
            SealedSwarm.settings(Peer.MOST_VIRTUAL_NODES)
                .change()
                .smallestPart(1 << 20)
                .probationNanos(0)
                .done(),
            5);
    grown.start(peers);
    return grown;
  }

  /**
   * It should keep copies of every third page, and four in five pages link to one of its own: all
   * of these had waited for its word for ever.
   */
  @Test
  void aMemberThatAnswersNothingButPingsKeepsNoPageFromBeingFinished() {
    LabFoe mute = new LabFoe(swarm, FOE + 1, 16);
    swarm.runFor(Duration.ofSeconds(70));
    assertThat(view().peers()).extracting(Peer::address).contains(mute.address());
    Set<String> due = leadTo(mute);
    swarm.crawl(due.iterator().next());
    swarm.runFor(Duration.ofMinutes(8));
    assertThat(view().peers()).extracting(Peer::address).contains(mute.address());
    Map<String, Integer> processed = swarm.processed();
    due.removeIf(url -> primary(url).equals(mute.address()));
    assertThat(due).hasSizeGreaterThan(150);
    // As where somebody says that it keeps something, and does not: on all honest disks of three.
    assertThat(due).allMatch(url -> processed.getOrDefault(url, 0) >= 2);
    assertThat(swarm.members().stream().mapToLong(each -> each.node().figures().linksUntaken()))
        .anyMatch(untaken -> untaken > 0);
  }

  /** Pages that are found without that member's doing, an honest one's first. */
  private Set<String> leadTo(LabFoe foe) {
    Set<String> found = new LinkedHashSet<>();
    ArrayDeque<String> open = new ArrayDeque<>();
    graph.reachable().stream()
        .filter(url -> !primary(url).equals(foe.address()))
        .findFirst()
        .ifPresent(open::add);
    while (!open.isEmpty()) {
      String url = open.remove();
      if (found.add(url) && !primary(url).equals(foe.address())) {
        open.addAll(graph.links(url));
      }
    }
    return found;
  }

  /** Each depth would be a task of its own: one page, sixteen thousand of them. */
  @Test
  void shorterWaysAreFoundByThePrimaryAndTakenFromNobody() {
    LabFoe foe = new LabFoe(swarm, FOE, 16);
    swarm.runFor(Duration.ofSeconds(70));
    String url = graph.reachable().getFirst();
    List<Entry> made =
        IntStream.range(1, 50)
            .mapToObj(depth -> task(url).atDepth(depth).asShorterWay().queued())
            .toList();
    foe.askAll(new RpcMessage.StoreTask(made));
    swarm.runFor(Duration.ofSeconds(5));
    for (SealedSwarm.Member member : swarm.members()) {
      made.forEach(entry -> assertThat(member.disk().get(entry.id())).isNull());
    }
    assertThat(foe.answers()).anyMatch(answer -> answer instanceof RpcMessage.Stored);
  }

  /**
   * Or whoever brings it in good faith brings it for ever, and with it all that it has for that
   * peer: chaos' seed 182 stood still with 21 pages left.
   */
  @Test
  void aResultThatIsNotBelievedIsAnsweredAndKeptAsATask() {
    LabFoe foe = new LabFoe(swarm, FOE, 16);
    swarm.runFor(Duration.ofSeconds(70));
    String url =
        graph.reachable().stream()
            .filter(each -> !primary(each).equals(foe.address()))
            .findFirst()
            .orElseThrow();
    SealedSwarm.Member other =
        swarm.members().stream()
            .filter(member -> !member.address().equals(primary(url)))
            .findFirst()
            .orElseThrow();
    List<Entry> result = new ArrayList<>();
    ResultBatch batch = new ResultBatch(SealedSwarm.keys(FOE), foe.address());
    batch.add(swarm.now(), task(url), new byte[99], result::add);
    batch.onTick(swarm.now() + ResultBatch.WAIT);
    foe.ask(other.address(), new RpcMessage.DeleteBackup(result));
    swarm.runFor(Duration.ofMillis(900));
    assertThat(foe.answers()).contains(RpcMessage.Kept.HERE);
    Entry kept = Objects.requireNonNull(other.disk().get(task(url).id()));
    if (kept.rank() != 0) { // its primary has run it already
      assertThat(Result.read(task(url).result(kept)).summary()).isEqualTo(SealedSwarm.truth(url));
    }
  }

  private Endpoint primary(String url) {
    return view().closest(task(url).id().key(), 1).getFirst().address();
  }

  private void tell(LabFoe foe, List<Entry> lies) {
    for (int from = 0; from < lies.size(); from += 100) {
      List<Entry> some = lies.subList(from, Math.min(lies.size(), from + 100));
      foe.askAll(new RpcMessage.DeleteBackup(some));
      foe.askAll(new RpcMessage.StoreBackup(some, true));
    }
    swarm.runFor(Duration.ofSeconds(5));
  }

  /** A full host would be passed by; attempts that were never made would end its pages early. */
  @Test
  void aReplicaFillsNoPartAndCountsNoAttempts() {
    LabFoe foe = new LabFoe(swarm, FOE, 16);
    swarm.runFor(Duration.ofHours(1).plusSeconds(30)); // nobody is new any more
    List<Entry> lies = new ArrayList<>();
    for (String url : graph.reachable()) {
      if (!primary(url).equals(foe.address())) {
        lies.add(task(url).entry(15, new byte[0]));
        lies.add(new HostPart(TaskKey.host(url), 0, 0).full(2));
      }
    }
    tell(foe, lies.stream().distinct().toList());
    assertThat(swarm.members())
        .allMatch(
            member ->
                member.disk().durable().stream()
                    .noneMatch(e -> e.rank() == 15 || e.body()[0] == 2));
  }

  /** D3: a full disk left a peer in the view that acknowledged nothing. */
  @Test
  void aPeerWhoseDiskFailsGivesUpItsPlaceAndComesBack() {
    SealedSwarm.Member full = swarm.members().get(2);
    full.disk().fail(true);
    swarm.runFor(Duration.ofSeconds(15));
    assertThat(full.node().trouble()).contains("full");
    assertThat(view().peers()).extracting(Peer::address).doesNotContain(full.address());
    full.disk().fail(false);
    long backSince = swarm.now();
    swarm.runFor(Duration.ofSeconds(15));
    assertThat(view().peers()).extracting(Peer::address).contains(full.address());
    assertThat(full.node().members().self().incarnation())
        .as("what others fetched in its place is believed, for it was not there")
        .isGreaterThanOrEqualTo(backSince);
  }

  @Test
  void aBatchOfResultsHasOneSignatureAndEachProvesItself() {
    List<Entry> signed = new ArrayList<>();
    Endpoint author = SealedSwarm.address(1);
    ResultBatch batch = new ResultBatch(SealedSwarm.keys(1), author);
    for (int i = 0; i < 37; i++) {
      batch.add(5, task("https://a/" + i), new byte[] {(byte) i}, signed::add);
    }
    assertThat(batch.onTick(6)).isEqualTo(5 + ResultBatch.WAIT);
    batch.onTick(5 + ResultBatch.WAIT);
    assertThat(signed).hasSize(37);
    for (Entry entry : signed) {
      Task task = Objects.requireNonNull(Task.of(entry));
      Authorship by = Objects.requireNonNull(task.authorship(entry));
      byte[] result = task.result(entry);
      assertThat(by.isGenuine(SealedSwarm.keys(1), entry.id(), 0, result)).isTrue();
      assertThat(by.isGenuine(SealedSwarm.keys(1), entry.id(), 1, result)).isFalse();
      assertThat(by.isGenuine(SealedSwarm.keys(1), task("https://b/").id(), 0, result)).isFalse();
      byte[] other = Arrays.copyOf(result, 2);
      assertThat(by.isGenuine(SealedSwarm.keys(1), entry.id(), 0, other)).isFalse();
    }
    assertThat(signed.stream().map(e -> Arrays.hashCode(by(e).signature())).distinct()).hasSize(1);
  }

  private static Authorship by(Entry entry) {
    Task task = Task.of(entry);
    Authorship by = task == null ? null : task.authorship(entry);
    return by == null ? Authorship.unsigned(0, SealedSwarm.address(0)) : by;
  }
}
