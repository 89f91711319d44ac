package org.orbweaver.census.sweep;

/**
 * What each node has told about its neighbourhood already. A table hardly changes during a crawl,
 * so what an answer covered the same node's next one does not cover again. The last ball is
 * remembered; a node is asked twice at most.
 *
 * <pre>
 *   centre  | cell of the target: 32                                   |
 *   extent  | heard of from afar: 1 | asked: 7 | radius in cells: 24   |
 * </pre>
 */
final class AskedBalls {
  static final int MOST = 2;

  private static final int RADIUS_MASK = (1 << 24) - 1;
  private static final int ASKED = 1 << 24;
  private static final int AFAR = 1 << 31;

  private final IntColumn centre = new IntColumn(0);
  private final IntColumn extent = new IntColumn(0);

  boolean covers(int node, int cell) {
    return (cell ^ centre.get(node)) < (extent.get(node) & RADIUS_MASK);
  }

  /** How often the node was asked about its neighbourhood. */
  int asked(int node) {
    return (extent.get(node) & ~AFAR) >>> 24;
  }

  int centre(int node) {
    return centre.get(node);
  }

  int radius(int node) {
    return extent.get(node) & RADIUS_MASK;
  }

  void remember(int node, int targetCell, int radius) {
    centre.set(node, targetCell);
    int old = extent.get(node) & ~RADIUS_MASK;
    extent.set(node, (asked(node) < MOST ? old + ASKED : old) | Math.min(radius, RADIUS_MASK));
  }

  /** Whether an answer from far away, which covers nothing, has told of the node. */
  boolean heardOfFromAfar(int node) {
    return extent.get(node) < 0;
  }

  void markHeardOfFromAfar(int node) {
    extent.set(node, extent.get(node) | AFAR);
  }
}
