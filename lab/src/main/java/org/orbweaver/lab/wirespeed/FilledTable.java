package org.orbweaver.lab.wirespeed;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.RoutingTable;

/** The table of a node with many homes that has met a good part of a network. */
final class FilledTable {
  /** As many homes as the indexer paper's node had: their buckets make the table large. */
  private static final int LOCAL_IDS = 64;

  private static final int NODES_HEARD_OF = 200_000;

  private FilledTable() {}

  /**
   * @param network the first bits of all addresses
   * @param networkBits how many those are
   */
  static void fill(
      RoutingTable table, long now, int network, int networkBits, RandomGenerator random) {
    for (int i = 0; i < LOCAL_IDS; i++) {
      table.addLocalId(Key.random(random));
    }
    int hosts = (int) (0xFFFF_FFFFL >>> networkBits);
    for (int i = 0; i < NODES_HEARD_OF; i++) {
      int address = network | random.nextInt() & hosts;
      Endpoint somewhere = Endpoint.v4(address, 1 + random.nextInt(0xFFFF));
      table.onReply(now, new Contact(Key.random(random), somewhere), 1);
    }
  }
}
