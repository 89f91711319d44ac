package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Merkle tree over a period's captures, or over what was said in it: one root is signed, each
 * leaf can be shown alone.
 */
public final class WorkTree {
  private final List<byte[][]> levels = new ArrayList<>();

  public WorkTree(List<VouchedCapture> captures) {
    this(captures.stream().map(VouchedCapture::leaf).toArray(byte[][]::new));
  }

  /** The same over what a peer said of others. */
  public static WorkTree over(List<? extends Statement.OfOthers> said) {
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

  /** Whether the capture stands at that place under the root. */
  public static boolean holds(byte[] root, VouchedCapture capture, int index, List<byte[]> path) {
    return holds(root, capture.leaf(), index, path);
  }

  static boolean holds(byte[] root, byte[] leaf, int index, List<byte[]> path) {
    byte[] hash = leaf;
    int at = index;
    for (byte[] beside : path) {
      hash = (at & 1) == 0 ? parent(hash, beside) : parent(beside, hash);
      at >>>= 1;
    }
    return at == 0 && Arrays.equals(hash, root);
  }
}
