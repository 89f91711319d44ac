package org.orbweaver.lab.overlay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.lab.LabPeer;
import org.orbweaver.overlay.lab.LabSwarm;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.lab.SealedSwarm;
import org.orbweaver.overlay.lab.Survivors;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.net.LinkModel;

/**
 * A crawl while everything goes wrong: joins, leaves, crashes, restarts, lost disks, partitions,
 * with lost, doubled and overtaking messages. Afterwards every page that the seed leads to must
 * have been processed, and the record of it and what it brought must be on r disks.
 */
public final class Chaos {
  private static final Duration STEP = Duration.ofSeconds(5);
  private static final int IDLE_STEPS = 24;

  /** A silent peer counts as dead after 30 s; then new copies are made. */
  private static final Duration COPYING = Duration.ofSeconds(75);

  private static final int RESULT_BYTES = 120;
  private static final int MOST_DEEP = 1000;

  /** A day and four weeks to others; here all of it must happen while everything goes wrong. */
  private static final Duration RECONCILED = Duration.ofMinutes(2);

  private static final Duration AUDITED = Duration.ofMinutes(4);

  /** Likewise: books are closed, checked and read several times before it is over. */
  private static final Duration PERIOD = Duration.ofSeconds(90);

  /** How long a disk stays full. */
  private static final Duration FULL = Duration.ofSeconds(60);

  /**
   * What one seed showed.
   *
   * @param behind pages that were not visited in the last round
   * @param pastThin visits of earlier rounds of which nothing is on r disks. What one side of a
   *     partition visited, the other does not believe and visits again: so this must be 0 only
   *     where there was none
   */
  public record Outcome(
      long seed,
      int pages,
      int lost,
      int thin,
      int resultsLost,
      int resultsThin,
      int behind,
      int pastThin,
      double reRunShare,
      int peersAtEnd,
      int crashes,
      int disksLost,
      int disksFull,
      int partitions,
      int joins,
      int leaves,
      double virtualMinutes) {
    /** Whether anything is missing or on too few disks. */
    boolean failed() {
      return lost + thin + resultsLost + resultsThin + behind > 0
          || (pastThin > 0 && partitions == 0);
    }
  }

  private final ChaosOptions options;
  private final long seed;
  private final LinkGraph graph;
  private final LabSwarm swarm;

  /** Its own, so that a seed's misfortunes are much the same whatever the peers draw. */
  private final RandomGenerator random;

  private CrawlId crawl = CrawlId.numbered(1);
  private final Set<LabPeer> leaving = new HashSet<>();
  private final List<LabPeer> down = new ArrayList<>();
  private final Map<LabPeer, Long> full = new LinkedHashMap<>();
  private final Set<LabPeer> broken = new HashSet<>();
  private int crashes;
  private int disksLost;
  private int disksFull;
  private int partitions;
  private int joins;
  private int leaves;
  private long healAt;
  private long quietUntil;
  private boolean parted;
  private boolean disksDoomed;

  public Chaos(ChaosOptions options, long seed) {
    this.options = options;
    this.seed = seed;
    this.graph = LinkGraph.zipf(options.pages(), options.links(), seed);
    OverlaySettings settings =
        OverlaySettings.DEFAULT
            .change()
            .virtualNodes(16)
            .copies(options.copies())
            .slots(options.slots())
            .smallestPart(8)
            .partShare(0.02)
            .remembers(4096)
            .reconcileNanos(RECONCILED.toNanos())
            .auditNanos(AUDITED.toNanos())
            .done();
    LinkModel links =
        LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(300)).losing(options.loss());
    this.swarm =
        new LabSwarm(
            graph,
            settings,
            options.task(),
            RESULT_BYTES,
            links,
            options.duplicated(),
            seed,
            options.sealed());
    if (options.trusting()) {
      swarm.trusting(PERIOD);
    }
    this.random = new SplittableRandom(seed);
  }

  public Outcome run() {
    begin();
    long start = swarm.clock().now();
    long chaosUntil = start + options.chaos().toNanos();
    while (swarm.clock().now() < chaosUntil) {
      swarm.runFor(STEP);
      mend();
      misfortune();
    }
    heal();
    List.copyOf(full.keySet()).forEach(this::makeRoom);
    full.clear();
    restartAll();
    long limit = swarm.clock().now() + options.patience().toNanos();
    // One look may come between a restart and what it brings to light.
    for (int idle = 0; swarm.clock().now() < limit && idle < IDLE_STEPS; ) {
      swarm.runFor(STEP);
      mend();
      idle = isDone() ? idle + 1 : 0;
    }
    return outcome((swarm.clock().now() - start) / 60e9);
  }

  private void begin() {
    for (int i = 0; i < options.peers(); i++) {
      LabPeer peer = swarm.add();
      peer.start(gates());
      swarm.runFor(Duration.ofSeconds(2));
    }
    swarm.runFor(Duration.ofSeconds(30));
    if (options.rounds() > 1) {
      CrawlRecord record = CrawlRecord.of(plan(), PeerKeys.draw(SealedSwarm.seeded(seed)));
      crawl = record.number();
      acknowledged((node, now, then) -> node.store(now, record.entry(), then));
    }
    List<Task> seeds = List.of(Task.of(crawl, graph.url(0)));
    acknowledged((node, now, then) -> node.submit(now, seeds, then));
  }

  /**
   * It ends half a round after the last one has begun: until then who was away can still queue what
   * it guards.
   */
  private CrawlPlan plan() {
    long now = swarm.clock().now() / 1_000_000_000L;
    long every = options.chaos().toSeconds() / (options.rounds() - 1);
    long until = now + every * (options.rounds() - 1) + every / 2;
    return new CrawlPlan(now, MOST_DEEP, until, every, List.of(graph.url(0)), Map.of());
  }

  private interface Wish {
    void tell(OverlayNode node, long now, Runnable acknowledged);
  }

  private void acknowledged(Wish wish) {
    LabPeer first = swarm.peers().getFirst();
    boolean[] acknowledged = new boolean[1];
    first.execute(
        () ->
            wish.tell(
                Objects.requireNonNull(first.node()),
                swarm.clock().now(),
                () -> acknowledged[0] = true));
    while (!acknowledged[0]) {
      swarm.runFor(STEP);
    }
  }

  private List<Endpoint> gates() {
    return swarm.up().stream().limit(3).map(LabPeer::address).toList();
  }

  /** Ends partitions, switches machines back on, lets those that have given all away go. */
  private void mend() {
    long now = swarm.clock().now();
    if (parted && now >= healAt) {
      heal();
      quietUntil = Math.max(quietUntil, now + COPYING.toNanos());
    }
    for (LabPeer peer : List.copyOf(leaving)) {
      OverlayNode node = peer.node();
      if (node == null || node.isEmpty()) {
        peer.crash();
        leaving.remove(peer);
      }
    }
    full.entrySet()
        .removeIf(
            each -> {
              boolean over = now >= each.getValue() || !each.getKey().isUp();
              if (over) {
                makeRoom(each.getKey());
              }
              return over;
            });
    for (LabPeer peer : List.copyOf(down)) {
      if (random.nextDouble() < 0.1) {
        restart(peer);
      }
    }
  }

  private void makeRoom(LabPeer peer) {
    if (!broken.remove(peer)) {
      peer.fillDisk(false);
    } else if (peer.isUp()) {
      leaving.remove(peer); // it comes back, and stays
      crash(peer);
    }
  }

  private void misfortune() {
    List<LabPeer> staying = swarm.up().stream().filter(p -> !leaving.contains(p)).toList();
    if (disksDoomed && mayLoseDisks(staying)) {
      loseDisks(staying);
      return;
    }
    if (random.nextDouble() > options.faultsPerStep()) {
      return;
    }
    switch (random.nextInt(7)) {
      case 6 -> {
        if (full.isEmpty() && staying.size() > options.copies() + 2) {
          fill(any(staying));
        }
      }
      case 0, 1 -> {
        if (staying.size() > options.copies() + 1 && !disksDoomed) {
          crash(any(staying));
        }
      }
      case 2 -> disksDoomed = true;
      case 3 -> {
        if (options.parting() && !parted && !disksDoomed) {
          part();
        }
      }
      case 4 -> {
        if (swarm.up().size() < 2 * options.peers()) {
          joins++;
          swarm.add().start(gates());
        }
      }
      default -> {
        if (staying.size() > options.copies() + 2) {
          leave(any(staying));
        }
      }
    }
  }

  /**
   * It stands down, gives away what it can, and comes back when there is room. Every other time the
   * disk fails before it is full, which ends only when the machine is switched off and on again.
   */
  private void fill(LabPeer peer) {
    disksFull++;
    if (random.nextBoolean()) {
      peer.breakDisk();
      broken.add(peer);
    } else {
      peer.fillDisk(true);
    }
    full.put(peer, swarm.clock().now() + FULL.toNanos());
    quietUntil = Math.max(quietUntil, swarm.clock().now() + FULL.plus(COPYING).toNanos());
  }

  /**
   * Disks die, with those that are down r − 1 at a time, but not again before the swarm has made
   * new copies. Who is down is expected back for a day and keeps its share of the results: so what
   * is only on its disk and on those that die would be lost with them.
   */
  private boolean mayLoseDisks(List<LabPeer> staying) {
    return swarm.clock().now() > quietUntil
        && !parted
        && full.isEmpty()
        && down.size() < options.copies() - 1
        && staying.size() > 2 * options.copies();
  }

  private void loseDisks(List<LabPeer> staying) {
    disksDoomed = false;
    List<LabPeer> victims = new ArrayList<>(staying);
    for (int i = down.size(); i < options.copies() - 1; i++) {
      LabPeer victim = any(victims);
      victims.remove(victim);
      victim.loseDisk();
      down.add(victim);
      disksLost++;
    }
    quietUntil = swarm.clock().now() + Duration.ofSeconds(90).toNanos();
  }

  private void leave(LabPeer peer) {
    OverlayNode node = peer.node();
    if (node != null) {
      leaves++;
      leaving.add(peer);
      peer.execute(() -> node.leave(swarm.clock().now()));
    }
  }

  private void crash(LabPeer peer) {
    crashes++;
    peer.crash();
    down.add(peer);
    quietUntil = Math.max(quietUntil, swarm.clock().now() + COPYING.toNanos());
  }

  private LabPeer any(List<LabPeer> peers) {
    return peers.get(random.nextInt(peers.size()));
  }

  private void part() {
    partitions++;
    parted = true;
    healAt = swarm.clock().now() + Duration.ofSeconds(random.nextInt(10, 120)).toNanos();
    long sides = random.nextLong();
    swarm.network().partition((from, to) -> side(sides, from) == side(sides, to));
  }

  private static boolean side(long sides, Endpoint endpoint) {
    return (sides >>> endpoint.ipv4() % 64 & 1) != 0;
  }

  private void heal() {
    parted = false;
    swarm.network().partition((from, to) -> true);
  }

  /** What only its disk has left needs time to be copied, like anything else. */
  private void restart(LabPeer peer) {
    down.remove(peer);
    peer.start(gates());
    quietUntil = Math.max(quietUntil, swarm.clock().now() + COPYING.toNanos());
  }

  private void restartAll() {
    List.copyOf(down).forEach(this::restart);
  }

  private boolean isDone() {
    for (LabPeer peer : swarm.up()) {
      OverlayNode node = peer.node();
      if (node != null && !node.figures().isIdle()) {
        return false;
      }
    }
    return leaving.isEmpty();
  }

  private Outcome outcome(double minutes) {
    Survivors survivors = new Survivors(swarm.up());
    int enough = Math.min(options.copies(), swarm.up().size());
    int lost = 0;
    int thin = 0;
    int resultsLost = 0;
    int resultsThin = 0;
    int behind = 0;
    Set<String> truth = new HashSet<>(graph.reachable());
    for (String url : truth) {
      int records = survivors.records(crawl, url);
      int results = survivors.results(crawl, url);
      lost += records == 0 ? 1 : 0;
      thin += records > 0 && records < enough ? 1 : 0;
      resultsLost += records > 0 && results == 0 ? 1 : 0;
      resultsThin += results > 0 && results < enough ? 1 : 0;
      behind += survivors.round(crawl, url) < options.rounds() - 1 ? 1 : 0;
    }
    long total = swarm.runs().values().stream().mapToLong(Integer::longValue).sum();
    return new Outcome(
        seed,
        truth.size(),
        lost,
        thin,
        resultsLost,
        resultsThin,
        behind,
        survivors.pastOnFewerThan(enough),
        (double) (total - (long) swarm.runs().size() * options.rounds()) / truth.size(),
        swarm.up().size(),
        crashes,
        disksLost,
        disksFull,
        partitions,
        joins,
        leaves,
        minutes);
  }
}
