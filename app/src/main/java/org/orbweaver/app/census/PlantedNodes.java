package org.orbweaver.app.census;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;

/**
 * Own nodes that take part in the network while it is crawled: the share of them that the census
 * hears of is a recall nobody has to believe. Splider, section IV.A, had 256; like there they are
 * newcomers, the hardest to find.
 */
public final class PlantedNodes implements AutoCloseable {
  private static final Duration JOIN_PATIENCE = Duration.ofSeconds(30);

  private final RunningNode node;
  private final List<Key> ids;

  private PlantedNodes(RunningNode node, List<Key> ids) {
    this.node = node;
    this.ids = ids;
  }

  /**
   * Joins as many nodes, each at a port of its own, and lets them become known.
   *
   * @param settling how long they are left alone before the census begins
   */
  public static PlantedNodes join(
      int count,
      List<Endpoint> homes,
      List<Endpoint> bootstrap,
      boolean networkOfOurOwn,
      Duration settling)
      throws IOException, InterruptedException {
    List<Endpoint> addresses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      addresses.add(homes.get(i % homes.size()).withPort(0));
    }
    RunningNode node =
        RunningNode.start(
            networkOfOurOwn ? MainlineSettings.PRIVATE : MainlineSettings.PUBLIC,
            addresses,
            new Bootstrap(bootstrap, List.of()),
            StateFile.NONE);
    try {
      if (!node.awaitJoined(JOIN_PATIENCE)) {
        throw new IOException(
            "the planted nodes could not join: no bootstrap node answered within %d s"
                .formatted(JOIN_PATIENCE.toSeconds()));
      }
      Thread.sleep(settling);
      List<Key> ids = node.look(MainlineNode::state).homes().stream().map(h -> h.id()).toList();
      return new PlantedNodes(node, ids);
    } catch (IOException | RuntimeException | InterruptedException e) {
      node.close();
      throw e;
    }
  }

  /** How many of those in the part were heard of. */
  SnapshotInfo.Planted found(KnownNodes nodes, Prefix part) {
    var wanted = ids.stream().filter(part::contains).collect(Collectors.toSet());
    int planted = wanted.size();
    for (int i = 0; i < nodes.size() && !wanted.isEmpty(); i++) {
      wanted.remove(nodes.id(i));
    }
    return new SnapshotInfo.Planted(planted, planted - wanted.size());
  }

  @Override
  public void close() throws IOException {
    node.close();
  }
}
