package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.EntryView;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeMetrics;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.sim.world.ChurnOptions;
import org.orbweaver.sim.world.EclipseAttack;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.Guest;
import org.orbweaver.sim.world.NodeRole;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/**
 * What is left of our routing table under attack: how many of its entries are honest nodes, under
 * their true IDs, that live. The world itself is hard enough: nodes come and go, 2 % of the packets
 * get lost.
 */
public final class AttackExperiment {
  /** What is done to us. */
  public enum Attack {
    /** Nothing: what churn alone does to the table. */
    NONE,
    /** One host sends 1,000 queries a second, each under another ID. */
    FLOOD,
    /** 1,000 replies a second in the names of those in our table, with guessed transactions. */
    FORGED_REPLIES,
    /** 1,000 queries a second in the names of ten of our contacts, far more than we take. */
    FORGED_SENDERS,
    /** One node in twenty answers with whatever ID was looked for. */
    SPOOFED_IDS,
    /** 200 hosts that ask us every ten seconds and are somebody else each time, or soon. */
    CHANGING_IDS,
    /** 32 IDs on 32 hosts around our own, which ask us every ten seconds. */
    ECLIPSE
  }

  /**
   * What it found.
   *
   * @param worst of all attacks, homes and seeds
   */
  public record Report(int nodes, double hours, List<Long> seeds, double worst, List<Row> rows) {
    public Report {
      seeds = List.copyOf(seeds);
      rows = List.copyOf(rows);
    }
  }

  /**
   * One attack, on the seed on which it did most.
   *
   * @param best what the luckiest seed had at its worst sample
   * @param worst the smallest share of honest live entries seen at any of the samples
   * @param entries in the table at the end
   * @param honest of them: nodes of the world that do not take part in the attack
   * @param honestAndLive of those: that live
   * @param packetsDropped unanswered, since their sender sends too many
   * @param repliesUnasked that matched no query of ours
   * @param liars convicted
   */
  public record Row(
      Attack attack,
      int homes,
      long seed,
      double best,
      double worst,
      int entries,
      int honest,
      int honestAndLive,
      long packetsDropped,
      long repliesUnasked,
      long liars) {
    private Row withBest(double newBest) {
      return new Row(
          attack,
          homes,
          seed,
          newBest,
          worst,
          entries,
          honest,
          honestAndLive,
          packetsDropped,
          repliesUnasked,
          liars);
    }
  }

  private record Truth(int entries, int honest, int honestAndLive) {
    double share() {
      return entries == 0 ? 0 : (double) honestAndLive / entries;
    }
  }

  private static final Duration JOINING = Duration.ofMinutes(10);
  private static final Duration SAMPLES = Duration.ofMinutes(1);
  private static final Duration FLOOD_INTERVAL = Duration.ofMillis(1);
  private static final int ECLIPSE_IDS = 32;
  private static final int SHARED_BITS = 32;
  private static final int CHANGING_HOSTS = 200;
  private static final double SPOOFERS = 0.05;
  private static final double AGE = 0.5;

  private final int nodes;
  private final Duration time;
  private final List<Long> seeds;
  private final Progress progress;

  /**
   * @param time how long each attack lasts
   * @param seeds each a world of its own, in which everything is tried
   */
  public AttackExperiment(int nodes, Duration time, List<Long> seeds, Progress progress) {
    this.nodes = nodes;
    this.time = time;
    this.seeds = List.copyOf(seeds);
    this.progress = progress;
  }

  public Report run() {
    List<Row> rows = new ArrayList<>();
    int[] homes = {1, 64};
    int all = homes.length * Attack.values().length;
    for (int count : homes) {
      for (Attack attack : Attack.values()) {
        progress.at((double) rows.size() / all, attack + " on " + count + " homes");
        rows.add(run(attack, count));
      }
    }
    double worst = rows.stream().mapToDouble(Row::worst).min().orElse(0);
    return new Report(nodes, time.toMillis() / 3.6e6, seeds, worst, rows);
  }

  Row run(Attack attack, int homes) {
    List<Row> rows = seeds.stream().map(seed -> run(attack, homes, seed)).toList();
    double best = rows.stream().mapToDouble(Row::worst).max().orElse(0);
    return rows.stream().min(Comparator.comparingDouble(Row::worst)).orElseThrow().withBest(best);
  }

  private Row run(Attack attack, int homes, long seed) {
    List<Contact> ours = IdChoice.STAGGERED.homes(homes, new Random(seed));
    WorldGround ground = new WorldGround(world(attack, ours, seed));
    NodeInWorld place =
        new NodeInWorld(ground, ours, MainlineSettings.PUBLIC, TrafficObserver.NONE, seed);
    place.live(JOINING);
    Attacker attacker = attacker(attack, place, ours, new Random(~seed));
    if (attacker != null) {
      place.network().attach(attacker, attacker.addresses());
    }
    double worst = 1;
    Truth truth = truth(place);
    for (long i = 0; i < time.dividedBy(SAMPLES); i++) {
      place.live(SAMPLES);
      truth = truth(place);
      worst = Math.min(worst, truth.share());
    }
    NodeMetrics metrics = place.node().metrics();
    return new Row(
        attack,
        homes,
        seed,
        worst,
        worst,
        truth.entries,
        truth.honest,
        truth.honestAndLive,
        metrics.flooding(),
        metrics.repliesUnasked(),
        metrics.liars());
  }

  private WorldOptions world(Attack attack, List<Contact> ours, long seed) {
    Faults faults = Faults.NONE.withDistances().withLoss(0.02);
    List<Guest> guests =
        ours.stream().map(home -> new Guest(home.id(), home.endpoint(), AGE, 0)).toList();
    List<EclipseAttack> eclipses =
        attack == Attack.ECLIPSE
            ? List.of(
                new EclipseAttack(ours.getFirst().id(), ECLIPSE_IDS, SHARED_BITS, ECLIPSE_IDS))
            : List.of();
    return WorldOptions.of(nodes, seed)
        .withChurn(ChurnOptions.splider(NodeInWorld.EPOCH))
        .withFaults(attack == Attack.SPOOFED_IDS ? faults.withLiars(SPOOFERS, 0, 0, 0) : faults)
        .withPopulation(population -> population.withGuests(guests).withEclipses(eclipses));
  }

  private static @Nullable Attacker attacker(
      Attack attack, NodeInWorld place, List<Contact> ours, Random random) {
    return switch (attack) {
      case NONE, SPOOFED_IDS -> null;
      case FLOOD -> new Flooder(place.network(), ours, FLOOD_INTERVAL, random);
      case FORGED_REPLIES ->
          new Forger(
              place.network(),
              ours,
              FLOOD_INTERVAL,
              new StolenNames(() -> tableOf(place), Integer.MAX_VALUE, 10_000),
              random);
      case FORGED_SENDERS ->
          new Impersonator(
              place.network(),
              ours,
              FLOOD_INTERVAL,
              new StolenNames(() -> tableOf(place), 10, 120_000),
              random);
      case CHANGING_IDS -> new ChangingNodes(place.network(), ours, CHANGING_HOSTS, random);
      case ECLIPSE -> new Besiegers(place.network(), ours.subList(0, 1), eclipse(place), random);
    };
  }

  private static List<Endpoint> tableOf(NodeInWorld place) {
    return place.node().table(Family.IPV4).entries().stream()
        .map(entry -> entry.contact().endpoint())
        .toList();
  }

  private static List<Contact> eclipse(NodeInWorld place) {
    Population population = place.dht().population();
    return IntStream.range(0, population.size())
        .filter(index -> population.role(index) == NodeRole.ECLIPSE)
        .mapToObj(population::contact)
        .toList();
  }

  private static Truth truth(NodeInWorld place) {
    List<EntryView> entries = place.node().table(Family.IPV4).entries();
    int honest = 0;
    int live = 0;
    for (EntryView entry : entries) {
      int index = place.dht().population().at(entry.contact().endpoint());
      if (index != Population.NOBODY && isHonest(place, index, entry.contact())) {
        honest++;
        live += place.dht().liveness().live(index, place.clock().now()) ? 1 : 0;
      }
    }
    return new Truth(entries.size(), honest, live);
  }

  private static boolean isHonest(NodeInWorld place, int index, Contact contact) {
    return place.dht().population().role(index) == NodeRole.HONEST
        && !place.dht().misfits().spoofs(index)
        && place.dht().population().key(index).equals(contact.id());
  }
}
