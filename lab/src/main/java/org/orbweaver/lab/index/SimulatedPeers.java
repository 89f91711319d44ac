package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.peer.MetadataOutcome;
import org.orbweaver.indexer.peer.MetadataSource;
import org.orbweaver.indexer.torrent.InfoDictionary;
import org.orbweaver.indexer.torrent.Reading;
import org.orbweaver.indexer.torrent.Sha1;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.world.AnnounceListener;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ClientTraffic;
import org.orbweaver.sim.world.PeerKind;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.WorldGround;

/**
 * The peers of the world in virtual time, where there is no TCP: asked for metadata they answer
 * after a while as their kind does, several at once; those that cannot be dialled call us after
 * they have been told our address. The bytes are the world's, and are checked as those of real
 * peers are.
 *
 * <p>A peer looks its swarm up every {@link #ANNOUNCE_INTERVAL}, so it hears of an announce of ours
 * at some moment within that; of an address in a get_peers answer it hears at once.
 */
final class SimulatedPeers implements MetadataSource, AnnounceListener, ClientTraffic.Named {
  private static final int AT_ONCE = 8;
  private static final Duration ANNOUNCE_INTERVAL = Duration.ofMinutes(15);
  private static final Duration TALK = Duration.ofSeconds(2);

  private final Catalogue catalogue;
  private final Swarms swarms;
  private final VirtualClock clock;
  private final Random random;
  private final IntConsumer calls;
  private long lies;

  /**
   * @param calls is told when a peer of a torrent calls us
   */
  SimulatedPeers(WorldGround ground, VirtualClock clock, Random random, IntConsumer calls) {
    this.catalogue = ground.catalogue();
    this.swarms = ground.swarms();
    this.clock = clock;
    this.random = random;
    this.calls = calls;
  }

  @Override
  public boolean tryAsk(Key infohash, List<Endpoint> peers, Consumer<MetadataOutcome> done) {
    int torrent = catalogue.find(infohash);
    Map<Endpoint, PeerKind> kinds = kinds(torrent);
    long[] lanes = new long[AT_ONCE];
    long end = 0;
    byte[] metadata = null;
    for (Endpoint peer : peers) {
      int lane = earliest(lanes);
      if (metadata != null && lanes[lane] >= end) {
        break;
      }
      PeerKind kind = kinds.getOrDefault(peer, PeerKind.GONE);
      lanes[lane] += duration(kind).toNanos();
      byte[] got = ask(kind, torrent);
      if (got != null && Sha1.of(got).equals(infohash)) {
        end = metadata == null ? lanes[lane] : Math.min(end, lanes[lane]);
        metadata = got;
      } else if (got != null) {
        lies++;
      }
    }
    Torrent read = metadata == null ? null : read(metadata);
    long time = metadata == null ? Arrays.stream(lanes).max().orElse(0) : end;
    MetadataOutcome outcome =
        read == null
            ? new MetadataOutcome.Failed(infohash, List.of())
            : new MetadataOutcome.Obtained(infohash, read, peers.getFirst());
    clock.at(clock.now() + time, now -> done.accept(outcome));
    return true;
  }

  private Map<Endpoint, PeerKind> kinds(int torrent) {
    Map<Endpoint, PeerKind> kinds = new HashMap<>();
    boolean dead = torrent == Catalogue.NONE || !catalogue.isAlive(torrent, clock.now());
    int size = dead ? 0 : swarms.size(torrent);
    for (int peer = 0; peer < size; peer++) {
      kinds.putIfAbsent(swarms.endpoint(torrent, peer), swarms.kind(torrent, peer));
    }
    return kinds;
  }

  private static int earliest(long[] lanes) {
    int best = 0;
    for (int lane = 1; lane < lanes.length; lane++) {
      best = lanes[lane] < lanes[best] ? lane : best;
    }
    return best;
  }

  private Duration duration(PeerKind kind) {
    return switch (kind) {
      case SERVES, LIES -> Duration.ofMillis(400 + random.nextInt(1_200));
      case REFUSES -> Duration.ofMillis(100 + random.nextInt(200));
      case GONE, DIALS_OUT -> Duration.ofSeconds(5);
      case HANGS -> Duration.ofSeconds(10);
    };
  }

  private byte @Nullable [] ask(PeerKind kind, int torrent) {
    return switch (kind) {
      case SERVES -> catalogue.metadata(torrent);
      case LIES -> {
        byte[] wrong = catalogue.metadata(torrent);
        wrong[wrong.length / 2] ^= 1;
        yield wrong;
      }
      case GONE, REFUSES, HANGS, DIALS_OUT -> null;
    };
  }

  @Nullable Torrent read(byte[] metadata) {
    return InfoDictionary.read(metadata) instanceof Reading.Accepted(Torrent torrent)
        ? torrent
        : null;
  }

  /** How many peers gave metadata with another hash. */
  long lies() {
    return lies;
  }

  @Override
  public void announced(int torrent, Endpoint visitor) {
    boolean somebodyCalls =
        IntStream.range(0, swarms.size(torrent))
            .anyMatch(peer -> swarms.kind(torrent, peer) == PeerKind.DIALS_OUT);
    if (somebodyCalls) {
      callAfter(random.nextLong(ANNOUNCE_INTERVAL.toNanos()) + TALK.toNanos(), torrent);
    }
  }

  @Override
  public void peer(int client, int torrent, Endpoint visitor) {
    boolean calls =
        IntStream.range(0, swarms.size(torrent))
            .filter(peer -> swarms.node(torrent, peer) == client)
            .anyMatch(peer -> swarms.kind(torrent, peer) == PeerKind.DIALS_OUT);
    if (calls) {
      callAfter(TALK.toNanos(), torrent);
    }
  }

  private void callAfter(long time, int torrent) {
    clock.at(clock.now() + time, now -> calls.accept(torrent));
  }
}
