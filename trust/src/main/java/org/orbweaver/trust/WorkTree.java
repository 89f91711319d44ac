package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Merkle tree over a period's captures, or over what was said in it: one root is signed, each
 * capture can be shown alone.
 *
 * <p>Captures are written down in parts of {@link #PART}, and the tree over them has a node for
 * each part: who checks one capture reads its part and the nodes, not the whole list.
 *
 * <pre>
 *   root ─┬─ node of a part ─── … four levels … ─── 16 captures
 *         └─ node of a part ─── … four levels … ─── the last 7
 * </pre>
 */
public final class WorkTree {
  /** Captures of a part: a few kilobytes, and of a thousand captures the nodes are no more. */
  public static final int PART = 1 << WorkTree.PART_LEVELS;

  private static final int PART_LEVELS = 4;

  private final List<byte[][]> levels = new ArrayList<>();

  /** Over all captures of a period, or over a part of them. */
  public WorkTree(List<VouchedCapture> captures) {
    this(captures.stream().map(VouchedCapture::leaf).toArray(byte[][]::new));
    while (levels.size() <= PART_LEVELS) {
      byte[] top = levels.getLast()[0];
      levels.add(new byte[][] {parent(top, top)});
    }
  }

  /** Over the roots of parts. */
  public static WorkTree above(List<byte[]> parts) {
    return new WorkTree(parts.toArray(byte[][]::new));
  }

  /** Over what a peer said of others. */
  static WorkTree over(List<? extends Statement.OfOthers> said) {
    return new WorkTree(said.stream().map(Statement::hash).toArray(byte[][]::new));
  }

  private WorkTree(byte[][] level) {
    levels.add(level.length == 0 ? new byte[][] {new byte[Hash.BYTES]} : level);
    while (levels.getLast().length > 1) {
      byte[][] below = levels.getLast();
      byte[][] above = new byte[(below.length + 1) / 2][];
      for (int i = 0; i < above.length; i++) {
        byte[] right = 2 * i + 1 < below.length ? below[2 * i + 1] : below[2 * i];
        above[i] = parent(below[2 * i], right);
      }
      levels.add(above);
    }
  }

  private static byte[] parent(byte[] left, byte[] right) {
    return Hash.of("tree").add(left).add(right).bytes();
  }

  public byte[] root() {
    return levels.getLast()[0].clone();
  }

  /** The hashes beside the way from a capture to the root. */
  public List<byte[]> path(int index) {
    List<byte[]> path = new ArrayList<>();
    int at = index;
    for (byte[][] level : levels.subList(0, levels.size() - 1)) {
      path.add(level[Math.min(at ^ 1, level.length - 1)]);
      at >>>= 1;
    }
    return path;
  }

  /**
   * The same for who has the tree over the capture's part, and the one above all parts.
   *
   * @param index among all captures
   */
  public static List<byte[]> path(WorkTree part, WorkTree above, int index) {
    return Stream.concat(part.path(index % PART).stream(), above.path(index / PART).stream())
        .toList();
  }

  /** Whether the capture stands at that place under the root. */
  public static boolean holds(byte[] root, VouchedCapture capture, int index, List<byte[]> path) {
    byte[] hash = capture.leaf();
    int at = index;
    for (byte[] beside : path) {
      hash = (at & 1) == 0 ? parent(hash, beside) : parent(beside, hash);
      at >>>= 1;
    }
    return at == 0 && Arrays.equals(hash, root);
  }
}
