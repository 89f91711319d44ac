package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.sim.world.loopback.LoopbackWorld;

/** The lab's world on loopback as a server: tells its port, then answers for all its nodes. */
final class WorldServer {
  private WorldServer() {}

  static LoopbackWorld start(int nodes, long seed) throws IOException {
    int port = FreePort.next();
    LoopbackWorld world =
        LoopbackWorld.open(
            options(nodes, seed, port),
            (sentence, cause) -> {
              System.err.println(sentence);
              cause.printStackTrace();
            });
    System.out.println(port);
    return world;
  }

  /** Without content and faults; the visitor must know the same world. */
  static WorldOptions options(int nodes, long seed, int port) {
    return WorldOptions.of(nodes, seed).withPopulation(p -> p.at(AddressSpace.loopback(port)));
  }
}
