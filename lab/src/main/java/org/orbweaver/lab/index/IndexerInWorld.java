package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.orbweaver.indexer.peer.WantedTorrents;
import org.orbweaver.indexer.pipeline.BlockingWork;
import org.orbweaver.indexer.pipeline.Harvest;
import org.orbweaver.indexer.pipeline.IndexingNode;
import org.orbweaver.indexer.pipeline.IndexingPipeline;
import org.orbweaver.indexer.pipeline.PassiveRetrieval;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.pipeline.PipelineSettings;
import org.orbweaver.indexer.pipeline.SampleTurns;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeState;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldLinks;
import org.orbweaver.wire.Outbox;

/**
 * The indexer that runs on the Internet, in virtual time: its node and pipeline among the nodes and
 * peers of a synthetic DHT. Only the store's thread and TCP have twins.
 */
final class IndexerInWorld {
  /** 15 November 2026. */
  static final long EPOCH = 1_794_700_800_000_000_000L;

  private static final int INTRODUCERS = 4;

  /** What a batch takes at the store. */
  private static final long STORE_TIME = Duration.ofMillis(5).toNanos();

  private final VirtualClock clock = new VirtualClock(EPOCH);
  private final VirtualNetwork network;
  private final World world;
  private final WantedTorrents wanted = new WantedTorrents(PassiveRetrieval.MOST_WANTED);
  private final SimulatedPeers peers;
  private final IndexingNode indexer;

  /**
   * @param sent sees every packet of ours, if somebody wants to count; what it refuses is lost
   */
  IndexerInWorld(
      WorldGround ground,
      List<Contact> homes,
      MainlineSettings nodeSettings,
      PipelineSettings settings,
      HashLedger ledger,
      Outbox sent,
      long seed) {
    Random random = new Random(seed);
    WorldLinks links = new WorldLinks(ground.ipv4(), ground.options().faults());
    network = new VirtualNetwork(clock, links, random);
    peers = new SimulatedPeers(ground, clock, random, this::onCall);
    world = new World(ground, network, peers);
    world.traffic().onNamed(peers);
    List<Endpoint> addresses = homes.stream().map(Contact::endpoint).toList();
    Harvest harvest = new Harvest();
    PassiveRetrieval passive = new PassiveRetrieval(settings.listenPort(), wanted);
    Outbox counted =
        (local, to, packet, length) ->
            !sent.send(local, to, packet, length) || network.send(local, to, packet, length);
    MainlineNode node =
        new MainlineNode(
            EPOCH,
            nodeSettings,
            addresses,
            new Bootstrap(introducers(random), List.of()),
            new NodeState(homes, List.of()),
            harvest,
            passive,
            counted,
            random);
    IndexingPipeline pipeline =
        new IndexingPipeline(
            settings,
            List.of(node.client(Family.IPV4).orElseThrow()),
            harvest,
            passive,
            new SampleTurns(),
            ledger,
            work(),
            peers,
            this::onPipeline);
    indexer = new IndexingNode(node, pipeline);
    network.attachElsewhere(world);
    network.attach(indexer, addresses);
  }

  private List<Endpoint> introducers(Random random) {
    List<Endpoint> live = new ArrayList<>();
    while (live.size() < INTRODUCERS) {
      int index = random.nextInt(world.ipv4().population().size());
      if (world.ipv4().liveness().live(index, EPOCH)) {
        live.add(world.ipv4().population().endpoint(index));
      }
    }
    return live;
  }

  private BlockingWork work() {
    return new BlockingWork() {
      @Override
      public <T> void run(Callable<T> work, Answer<T> answer) {
        clock.at(clock.now() + STORE_TIME, now -> onPipeline(() -> perform(now, work, answer)));
      }
    };
  }

  @SuppressWarnings("IllegalCatch") // a failing store is a result of the experiment too
  private static <T> void perform(long now, Callable<T> work, BlockingWork.Answer<T> answer) {
    T result;
    try {
      result = work.call();
    } catch (Exception e) {
      answer.failed(now, e);
      return;
    }
    answer.done(now, result);
  }

  private void onPipeline(Runnable news) {
    network.execute(indexer, news);
  }

  private void onCall(int torrent) {
    Key infohash = world.catalogue().infohash(torrent);
    byte[] metadata = world.catalogue().metadata(torrent);
    Torrent read = peers.read(metadata);
    if (read != null && wanted.remove(infohash)) {
      onPipeline(() -> indexer.pipeline().onCalled(infohash, read));
    }
  }

  void want(List<Key> infohashes) {
    onPipeline(() -> indexer.pipeline().want(infohashes));
  }

  void live(Duration time) {
    clock.runUntil(clock.now() + time.toNanos());
  }

  VirtualClock clock() {
    return clock;
  }

  World world() {
    return world;
  }

  SimulatedPeers peers() {
    return peers;
  }

  MainlineNode node() {
    return indexer.node();
  }

  PipelineMetrics metrics() {
    return indexer.pipeline().metrics();
  }
}
