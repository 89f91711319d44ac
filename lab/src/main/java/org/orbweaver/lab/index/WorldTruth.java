package org.orbweaver.lab.index;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.Storage;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/**
 * What could be had in a world: the torrents whose metadata a peer serves to whoever dials it,
 * those whose peers only dial out, and which of both some node tells in its sample (BEP 51). The
 * others can only be overheard.
 */
final class WorldTruth {
  /** How a torrent of the world can be had. */
  enum Way {
    FETCHABLE,
    HIDDEN,
    OTHER
  }

  private static final int MOST_TOLD = 20;

  private final Catalogue catalogue;
  private final BitSet fetchable = new BitSet();
  private final BitSet hidden = new BitSet();
  private final BitSet told = new BitSet();

  WorldTruth(WorldOptions options) {
    World world = new World(new WorldGround(options), (local, to, packet, length) -> true);
    catalogue = world.catalogue();
    for (int torrent = 0; torrent < catalogue.size(); torrent++) {
      if (!catalogue.isPrivate(torrent)) {
        fetchable.set(torrent, world.ipv4().swarms().isFetchable(torrent));
        hidden.set(torrent, world.ipv4().swarms().isHidden(torrent));
      }
    }
    tell(world.ipv4());
  }

  private void tell(Dht dht) {
    Key[] sample = new Key[MOST_TOLD];
    Storage storage = dht.storage();
    for (int node = 0; node < dht.population().size(); node++) {
      if (dht.liveness().live(node, 0)
          && !dht.misfits().isJunk(node)
          && dht.population().client(node).answersSamples()) {
        int held = Math.min(MOST_TOLD, storage.sample(node, 0, sample));
        IntStream.range(0, held).forEach(i -> told.set(catalogue.find(sample[i])));
      }
    }
  }

  int fetchable() {
    return fetchable.cardinality();
  }

  int hidden() {
    return hidden.cardinality();
  }

  /** How many of both are in some node's sample. */
  int tellable() {
    BitSet both = (BitSet) fetchable.clone();
    both.or(hidden);
    both.and(told);
    return both.cardinality();
  }

  /** The world's torrent that this is, or {@link Catalogue#NONE} if it is none of its. */
  int find(TorrentListing listing) {
    int torrent = catalogue.find(listing.entry().hash());
    boolean right =
        torrent != Catalogue.NONE && listing.entry().name().startsWith(catalogue.name(torrent));
    return right ? torrent : Catalogue.NONE;
  }

  Way way(int torrent) {
    return fetchable.get(torrent) ? Way.FETCHABLE : hidden.get(torrent) ? Way.HIDDEN : Way.OTHER;
  }

  boolean isTellable(int torrent) {
    return told.get(torrent) && way(torrent) != Way.OTHER;
  }
}
