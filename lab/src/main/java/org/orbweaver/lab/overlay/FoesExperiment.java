package org.orbweaver.lab.overlay;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.lab.LabFoe;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.lab.SealedSwarm;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/**
 * A swarm of sealed peers crawls while hostile members and visitors attack it, each with the
 * bandwidth of a home line. Every page whose primary is honest, and which honest peers lead to,
 * must be processed, with its true content, on all of its honest replicas.
 */
public final class FoesExperiment {
  private static final int PEERS = 30;
  private static final int COPIES = 3;
  private static final int FIRST_MEMBER = 200;
  private static final int FIRST_VISITOR = 300;
  private static final int GUEST = 400;

  /** Half a megabit a second, in steps. */
  private static final long BYTES_A_STEP = 60_000;

  private static final Duration STEP = Duration.ofSeconds(1);

  /** A day and four weeks to others; here all of it must happen while foes are at work. */
  private static final Duration RECONCILED = Duration.ofSeconds(20);

  private static final Duration AUDITED = Duration.ofSeconds(40);

  /** Until everybody knows everybody. */
  private static final Duration KNOWN = Duration.ofSeconds(75);

  private static final int MOST_DEEP = 1000;

  /** Longer than anybody waits for somebody who does not answer: such a round is not left out. */
  private static final Duration EVERY = Duration.ofMinutes(8);

  /**
   * What one run showed.
   *
   * @param lost pages with an honest primary that some honest replica of theirs lacks, or has not
   *     of the last round, or whose bytes no honest peer has
   * @param falseContent pages of which an honest replica keeps what was never fetched
   * @param honestExpelled honest peers that some honest peer took for dead, at any look
   * @param honestDeaf honest peers that do not answer a stranger's question at the end
   * @param hostilePages pages whose primary is hostile: what it says of them is for trust to judge
   */
  public record Outcome(
      long seed,
      int foes,
      int pages,
      int hostilePages,
      int lost,
      int falseContent,
      int honestExpelled,
      int honestDeaf,
      long keptMb,
      long peakHeapMb,
      long sentByFoes) {
    boolean failed() {
      return lost + falseContent + honestExpelled + honestDeaf > 0;
    }
  }

  private final long seed;
  private final int foes;
  private final int seconds;
  private final int rounds;
  private final LinkGraph graph;
  private final SealedSwarm swarm;
  private CrawlId crawl = CrawlId.numbered(1);
  private final Set<Endpoint> honest = new HashSet<>();
  private final Set<Endpoint> expelled = new HashSet<>();
  private long peakHeap;

  /**
   * @param foes hostile members, and as many visitors
   * @param rounds how often every page is visited
   */
  public FoesExperiment(int foes, int pages, int seconds, int rounds, long seed) {
    this.rounds = rounds;
    this.foes = foes;
    this.seed = seed;
    this.seconds = seconds;
    this.graph = LinkGraph.zipf(pages, 6, seed);
    // Hosts stay whole, so that it is plain whose task a page is.
    this.swarm =
        new SealedSwarm(
            graph,
            SealedSwarm.settings(32)
                .change()
                .smallestPart(1 << 20)
                .reconcileNanos(RECONCILED.toNanos())
                .auditNanos(AUDITED.toNanos())
                .done(),
            seed);
  }

  public Outcome run() {
    swarm.start(PEERS);
    swarm.members().forEach(member -> honest.add(member.address()));
    if (rounds > 1) {
      beginRounds();
    }
    List<LabFoe> all = new ArrayList<>();
    List<FoeAttacks> attacks = new ArrayList<>();
    for (int i = 0; i < 2 * foes; i++) {
      boolean member = i % 2 == 0;
      int number = (member ? FIRST_MEMBER : FIRST_VISITOR) + i / 2;
      LabFoe foe = new LabFoe(swarm, number, member ? 32 : 0);
      all.add(foe);
      attacks.add(
          new FoeAttacks(swarm, foe, SealedSwarm.keys(number), graph, crawl, seed * 100 + i));
    }
    swarm.runFor(KNOWN);
    MembershipView view = swarm.members().getFirst().node().members().view();
    swarm.crawl(crawl, seedPage(view));
    for (int second = 0; second < seconds; second++) {
      attacks.forEach(each -> each.spend(BYTES_A_STEP));
      swarm.runFor(STEP);
      look();
    }
    // Who neither takes what it should keep nor says no is waited for, but not for ever.
    swarm.runFor(EVERY.multipliedBy(foes == 1 ? rounds - 1 : rounds).plusSeconds(60));
    look();
    return outcome(view, all);
  }

  /** A crawl that everybody keeps, and by which everybody knows when to begin again. */
  private void beginRounds() {
    long now = (swarm.now() + KNOWN.toNanos()) / 1_000_000_000L;
    long every = EVERY.toSeconds();
    long until = now + every * rounds;
    CrawlRecord record =
        CrawlRecord.of(
            new CrawlPlan(now, MOST_DEEP, until, every, List.of(graph.url(0)), Map.of()),
            SealedSwarm.keys(1));
    crawl = record.number();
    SealedSwarm.Member first = swarm.members().getFirst();
    swarm
        .network()
        .execute(first.handler(), () -> first.node().store(swarm.now(), record.entry(), () -> {}));
  }

  private EntryId id(String url) {
    return Task.of(crawl, url).id();
  }

  private boolean isHonest(MembershipView view, String url) {
    return honest.contains(view.closest(id(url).key(), 1).getFirst().address());
  }

  private String seedPage(MembershipView view) {
    return graph.reachable().stream().filter(url -> isHonest(view, url)).findFirst().orElseThrow();
  }

  /** Pages that links of honest peers' pages lead to. */
  private Set<String> due(MembershipView view) {
    Set<String> found = new HashSet<>();
    ArrayDeque<String> open = new ArrayDeque<>(List.of(seedPage(view)));
    while (!open.isEmpty()) {
      String url = open.remove();
      if (found.add(url) && isHonest(view, url)) {
        open.addAll(graph.links(url));
      }
    }
    return found;
  }

  private void look() {
    for (SealedSwarm.Member observer : swarm.members()) {
      Set<Endpoint> seen = new HashSet<>();
      observer.node().members().view().peers().forEach(peer -> seen.add(peer.address()));
      honest.stream().filter(address -> !seen.contains(address)).forEach(expelled::add);
    }
    Runtime runtime = Runtime.getRuntime();
    peakHeap = Math.max(peakHeap, runtime.totalMemory() - runtime.freeMemory());
  }

  private int deaf() {
    LabFoe guest = new LabFoe(swarm, GUEST);
    for (SealedSwarm.Member member : swarm.members()) {
      guest.ask(member.address(), new RpcMessage.FindNode(Key.ZERO));
    }
    swarm.runFor(Duration.ofSeconds(5));
    for (SealedSwarm.Member member : swarm.members()) {
      guest.ask(member.address(), new RpcMessage.FindNode(Key.ZERO));
    }
    swarm.runFor(Duration.ofSeconds(5));
    return Math.max(0, swarm.members().size() - guest.answers().size());
  }

  private Outcome outcome(MembershipView view, List<LabFoe> all) {
    Map<Endpoint, Map<EntryId, Entry>> disks = new HashMap<>();
    long kept = 0;
    for (SealedSwarm.Member member : swarm.members()) {
      Map<EntryId, Entry> entries = new HashMap<>();
      for (Entry entry : member.disk().durable()) {
        entries.put(entry.id(), entry);
        kept += entry.body().length;
      }
      disks.put(member.address(), entries);
    }
    int lost = 0;
    int falseContent = 0;
    int hostile = 0;
    Set<String> due = due(view);
    for (String url : due) {
      if (!isHonest(view, url)) {
        hostile++;
        continue;
      }
      boolean lacks = !hasBytes(url, disks);
      boolean lies = false;
      for (Peer replica : view.closest(id(url).key(), COPIES)) {
        Map<EntryId, Entry> disk = disks.get(replica.address());
        Entry record = disk == null ? null : disk.get(id(url));
        lacks |= disk != null && !isDone(record);
        lies |= record != null && Task.isProcessed(record) && !isTrue(url, record);
      }
      lost += lacks ? 1 : 0;
      falseContent += lies ? 1 : 0;
    }
    return new Outcome(
        seed,
        foes,
        due.size(),
        hostile,
        lost,
        falseContent,
        expelled.size(),
        deaf(),
        kept >> 20,
        peakHeap >> 20,
        all.stream().mapToLong(LabFoe::bytes).sum());
  }

  private boolean isDone(@Nullable Entry record) {
    Task task = record == null ? null : Task.of(record);
    return record != null && task != null && Task.isProcessed(record) && task.round() >= rounds - 1;
  }

  /** Whether all that a page brought is on an honest disk. */
  private boolean hasBytes(String url, Map<Endpoint, Map<EntryId, Entry>> disks) {
    for (Map<EntryId, Entry> disk : disks.values()) {
      Entry record = disk.get(id(url));
      Task task = record == null ? null : Task.of(record);
      if (record != null && task != null && Task.isProcessed(record)) {
        return Result.read(task.result(record)).pieces(record.id().key()).stream()
            .allMatch(
                piece -> swarm.members().stream().anyMatch(it -> it.results().get(piece) != null));
      }
    }
    return false;
  }

  private static boolean isTrue(String url, Entry record) {
    Task task = Task.of(record);
    return task != null
        && Arrays.equals(Result.read(task.result(record)).summary(), SealedSwarm.truth(url));
  }
}
