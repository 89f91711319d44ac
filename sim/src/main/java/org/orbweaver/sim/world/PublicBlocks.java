package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;

/**
 * Which IPv4 addresses are public, from a table of /16 networks: asked several times for every
 * contact of every packet.
 */
final class PublicBlocks {
  private static final byte NONE = 0;
  private static final byte ALL = 1;
  private static final byte SOME = 2;
  private static final byte[] BLOCKS = blocks();

  private PublicBlocks() {}

  private static byte[] blocks() {
    byte[] blocks = new byte[1 << 16];
    for (int block = 0; block < blocks.length; block++) {
      int found = 0;
      for (int network = 0; network < 256; network++) {
        found += ask(block << 16 | network << 8) ? 1 : 0;
      }
      blocks[block] = found == 256 ? ALL : found == 0 ? NONE : SOME;
    }
    return blocks;
  }

  static boolean contain(int address) {
    byte block = BLOCKS[address >>> 16];
    return block == ALL || (block == SOME && ask(address));
  }

  private static boolean ask(int address) {
    return Endpoint.v4(address, 1).isGlobal();
  }
}
