package org.orbweaver.sim.world;

import java.util.Map;
import org.orbweaver.kademlia.Endpoint;

/**
 * Who has which torrent. A swarm's size follows its torrent's popularity, and its members are
 * honest nodes picked by hash; a peer's TCP port is its node's UDP port, as is the custom.
 */
public final class Swarms {
  private static final int LARGEST = 2_000;

  private final Population population;
  private final Catalogue catalogue;
  private final ContentOptions options;
  private final long seed;

  Swarms(Population population, Catalogue catalogue, ContentOptions options) {
    this.population = population;
    this.catalogue = catalogue;
    this.options = options;
    this.seed = Mix.seedFor(population.options().seed(), "swarms");
  }

  public int size(int torrent) {
    double memberships = options.torrentsPerNode() * population.options().nodes();
    long size = Math.round(memberships * catalogue.popularity(torrent));
    return Math.clamp(size, 1, LARGEST);
  }

  /** The node that is the swarm's peer of that number; small swarms may name one twice. */
  public int node(int torrent, int peer) {
    long hash = Mix.hash(seed, torrent, peer);
    int index = Mix.below(hash, population.size());
    while (population.role(index) != NodeRole.HONEST) {
      index = (index + 1) % population.size();
    }
    return index;
  }

  public Endpoint endpoint(int torrent, int peer) {
    return population.endpoint(node(torrent, peer));
  }

  public PeerKind kind(int torrent, int peer) {
    if (isHidden(torrent)) {
      return PeerKind.DIALS_OUT;
    }
    double left = Mix.unit(Mix.hash(seed, ~torrent, peer));
    for (Map.Entry<PeerKind, Double> kind : options.kinds().entrySet()) {
      left -= kind.getValue();
      if (left < 0) {
        return kind.getKey();
      }
    }
    return PeerKind.SERVES;
  }

  /** Whether nobody in the swarm can be dialled. */
  public boolean isHidden(int torrent) {
    return Mix.unit(Mix.hash(seed, torrent)) < options.hiddenSwarms();
  }

  /** Whether at least one peer would serve the metadata to whoever dials it. */
  public boolean isFetchable(int torrent) {
    for (int peer = 0; peer < size(torrent); peer++) {
      if (kind(torrent, peer) == PeerKind.SERVES) {
        return true;
      }
    }
    return false;
  }

  /** The kind of peer a torrent's metadata would be asked of at an endpoint, by its swarm. */
  public PeerKind kindAt(int torrent, Endpoint endpoint) {
    for (int peer = 0; peer < size(torrent); peer++) {
      if (endpoint(torrent, peer).equals(endpoint)) {
        return kind(torrent, peer);
      }
    }
    return PeerKind.REFUSES;
  }
}
