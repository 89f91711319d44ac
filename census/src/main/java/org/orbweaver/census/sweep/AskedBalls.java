package org.orbweaver.census.sweep;

/**
 * What each node has told already. A table hardly changes during a crawl, so what an answer covered
 * the same node's next one does not cover again. The last ball about the node's own leaf is
 * remembered; a node is asked about its own leaf twice at most, and as often about leaves nearby.
 *
 * <pre>
 *   centre  | cell of the target: 32                                                     |
 *   extent  | heard of from afar: 1 | asked nearby: 3 | asked: 4 | radius in cells: 24   |
 * </pre>
 */
final class AskedBalls {
  private static final int MOST = 2;
  private static final int RADIUS_MASK = (1 << 24) - 1;
  private static final int ASKED = 1 << 24;
  private static final int NEARBY = 1 << 28;
  private static final int AFAR = 1 << 31;

  private final IntColumn centre = new IntColumn(0);
  private final IntColumn extent = new IntColumn(0);

  boolean covers(int node, int cell) {
    return (cell ^ centre.get(node)) < radius(node);
  }

  int centre(int node) {
    return centre.get(node);
  }

  int radius(int node) {
    return extent.get(node) & RADIUS_MASK;
  }

  boolean mayAskAboutOwnLeaf(int node) {
    return (extent.get(node) >>> 24 & 0xF) < MOST;
  }

  boolean mayAskNearby(int node) {
    return (extent.get(node) >>> 28 & 0x7) < MOST;
  }

  /** The node answered for a target in its own leaf. */
  void remember(int node, int targetCell, int radius) {
    int rest = extent.get(node) & ~RADIUS_MASK;
    centre.set(node, targetCell);
    extent.set(node, (mayAskAboutOwnLeaf(node) ? rest + ASKED : rest) | radius);
  }

  /** The node answered for a target in another leaf. */
  void countNearby(int node) {
    if (mayAskNearby(node)) {
      extent.set(node, extent.get(node) + NEARBY);
    }
  }

  /** Whether an answer from far away, which covers nothing, has told of the node. */
  boolean heardOfFromAfar(int node) {
    return extent.get(node) < 0;
  }

  void markHeardOfFromAfar(int node) {
    extent.set(node, extent.get(node) | AFAR);
  }
}
