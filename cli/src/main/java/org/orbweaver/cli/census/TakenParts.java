package org.orbweaver.cli.census;

import java.util.List;
import org.orbweaver.app.census.TakenSnapshot;

/**
 * What came of taking some parts.
 *
 * @param parts of this share
 * @param there that had been taken before
 * @param complete of those taken now
 */
record TakenParts(
    int parts,
    int there,
    int complete,
    long nodes,
    long answered,
    long packets,
    double seconds,
    double nodesPerPacket) {
  static TakenParts of(int parts, int there, List<TakenSnapshot> taken) {
    long nodes = taken.stream().mapToLong(TakenSnapshot::nodes).sum();
    long packets = taken.stream().mapToLong(TakenSnapshot::packets).sum();
    return new TakenParts(
        parts,
        there,
        (int) taken.stream().filter(TakenSnapshot::complete).count(),
        nodes,
        taken.stream().mapToLong(TakenSnapshot::answered).sum(),
        packets,
        taken.stream().mapToDouble(TakenSnapshot::seconds).sum(),
        packets == 0 ? 0 : (double) nodes / packets);
  }
}
