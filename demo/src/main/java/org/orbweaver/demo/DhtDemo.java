package org.orbweaver.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.orbweaver.app.dht.GatheredPeers;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.NetworkSizeEstimate;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.sim.world.loopback.LoopbackWorld;

/** A node of ours finds its way in a synthetic DHT on loopback. */
public final class DhtDemo {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int HOMES = 8;
  private static final int TORRENTS = 2_000;
  private static final int SURVEY_LOOKUPS = 32;

  /** What was seen, beside the truth. */
  public record Report(
      int nodes,
      double joinSeconds,
      int contacts,
      int lookupQueries,
      double lookupSeconds,
      boolean closestAreTrue,
      int peersFound,
      long estimatedLiveNodes,
      long trueLiveNodes) {}

  /** Tells the person who looks on. */
  public interface Narrator {
    void say(String line);

    void wentWrong(String what);
  }

  private final int nodes;
  private final Narrator narrator;

  public DhtDemo(int nodes, Narrator narrator) {
    this.nodes = nodes;
    this.narrator = narrator;
  }

  public Report run() throws IOException, InterruptedException {
    narrator.say(
        String.format(
            Locale.ROOT,
            "A synthetic DHT of %,d nodes wakes up on 127.0.0.0/8, 30 %% of them silent …",
            nodes));
    int port = FreePort.next();
    WorldOptions options =
        WorldOptions.of(nodes, 1)
            .withPopulation(population -> population.at(AddressSpace.loopback(port)))
            .withContent(ContentOptions.of(TORRENTS));
    try (LoopbackWorld world =
        LoopbackWorld.open(options, (what, cause) -> narrator.wentWrong(what))) {
      return visit(world);
    }
  }

  private Report visit(LoopbackWorld world) throws IOException, InterruptedException {
    Dht dht = world.world().ipv4();
    List<Endpoint> homes =
        IntStream.rangeClosed(1, HOMES)
            .mapToObj(i -> Endpoint.parse("127.0.9." + i + ":0"))
            .toList();
    int someone =
        IntStream.range(0, nodes)
            .filter(node -> !dht.population().silent(node))
            .findFirst()
            .orElse(0);
    Bootstrap bootstrap = new Bootstrap(List.of(dht.population().endpoint(someone)), List.of());
    narrator.say(
        String.format(
            Locale.ROOT,
            "Our node joins it over UDP, with %d homes that share one routing table …",
            HOMES));
    long started = System.nanoTime();
    try (RunningNode node =
        RunningNode.start(MainlineSettings.PRIVATE, homes, bootstrap, StateFile.NONE)) {
      if (!node.awaitJoined(PATIENCE)) {
        throw new IOException(
            "nobody in the demonstration's DHT answered; is UDP on loopback blocked?");
      }
      double joined = (System.nanoTime() - started) / 1e9;
      int contacts = node.look(it -> it.table(Family.IPV4).size());
      narrator.say(
          String.format(Locale.ROOT, "  %.1f s later it knows %,d nodes.", joined, contacts));

      Key infohash = world.world().catalogue().infohash(0);
      narrator.say(
          String.format(
              Locale.ROOT, "It looks for the peers of magnet:?xt=urn:btih:%s …", infohash));
      TreeSet<Endpoint> peers = new TreeSet<>();
      LookupResult lookup = getPeers(node, infohash, peers);
      boolean exact = isExact(dht, lookup);
      narrator.say(
          String.format(
              Locale.ROOT,
              "  %,d peers after %d queries in %.0f ms; the nodes it ended at are %s.",
              peers.size(),
              lookup.queries(),
              lookup.time().toNanos() / 1e6,
              exact ? "the very 8 closest of all live ones" : "not quite the 8 closest"));

      narrator.say(
          String.format(
              Locale.ROOT,
              "From %d lookups it estimates the size of the network …",
              SURVEY_LOOKUPS));
      NetworkSizeEstimate estimate =
          node.ask(
              Family.IPV4,
              PATIENCE,
              (now, client, outcome) ->
                  client.estimateSize(now, SURVEY_LOOKUPS, outcome::complete));
      long live = IntStream.range(0, nodes).filter(each -> !dht.population().silent(each)).count();
      narrator.say(
          String.format(
              Locale.ROOT,
              "  %,.0f live nodes, give or take %.0f %%; in truth there are %,d.",
              estimate.nodes(),
              100 * estimate.relativeError(),
              live));
      return new Report(
          nodes,
          joined,
          contacts,
          lookup.queries(),
          lookup.time().toNanos() / 1e9,
          exact,
          peers.size(),
          Math.round(estimate.nodes()),
          live);
    }
  }

  private static LookupResult getPeers(RunningNode node, Key infohash, Set<Endpoint> peers) {
    return node.<LookupResult>ask(
        Family.IPV4,
        PATIENCE,
        (now, client, outcome) ->
            client.getPeers(now, infohash, new GatheredPeers(peers, outcome)));
  }

  /** Against the truth: the closest of all live nodes, found by looking at every one. */
  private static boolean isExact(Dht dht, LookupResult lookup) {
    Key target = lookup.target();
    List<Key> truth =
        IntStream.range(0, dht.population().size())
            .filter(node -> !dht.population().silent(node))
            .mapToObj(dht.population()::key)
            .sorted(target::compareDistance)
            .limit(lookup.closest().size())
            .toList();
    return lookup.closest().stream().map(Contact::id).toList().equals(truth);
  }
}
