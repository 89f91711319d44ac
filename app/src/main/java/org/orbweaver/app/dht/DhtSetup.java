package org.orbweaver.app.dht;

import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.MainlineSettings;

/**
 * Where a node lives and how it gets into the DHT.
 *
 * @param ours whether the network is our own, with private addresses
 */
public record DhtSetup(
    MainlineSettings settings,
    List<Endpoint> homes,
    Bootstrap bootstrap,
    StateFile state,
    boolean ours) {
  public DhtSetup {
    homes = List.copyOf(homes);
  }
}
