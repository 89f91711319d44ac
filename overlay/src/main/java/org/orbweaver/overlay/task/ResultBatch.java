package org.orbweaver.overlay.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;

/**
 * Results that wait to be signed together: a signature takes the JDK a good part of a millisecond,
 * and the root of a Merkle tree stands for all its leaves. Bounded: after {@link #MOST} results, or
 * {@link #WAIT}, it is signed.
 */
public final class ResultBatch {
  public static final int MOST = 256;
  public static final long WAIT = 200_000_000L;

  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  private record Waiting(Task task, byte[] result, long time, Consumer<Entry> signed) {}

  private final Signatures signatures;
  private final Endpoint author;
  private final List<Waiting> waiting = new ArrayList<>();
  private long firstAt;

  public ResultBatch(Signatures signatures, Endpoint author) {
    this.signatures = signatures;
    this.author = author;
  }

  /** Calls back with the record of what came of the task, when it is signed. */
  public void add(long now, Task task, byte[] result, Consumer<Entry> signed) {
    if (waiting.isEmpty()) {
      firstAt = now;
    }
    waiting.add(new Waiting(task, result, now, signed));
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Signs what has waited long enough; returns when that is next. */
  public long onTick(long now) {
    if (waiting.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (waiting.size() < MOST && now < firstAt + WAIT) {
      return firstAt + WAIT;
    }
    List<Waiting> some = List.copyOf(waiting.subList(0, Math.min(MOST, waiting.size())));
    waiting.subList(0, some.size()).clear();
    sign(some);
    return onTick(now);
  }

  private void sign(List<Waiting> some) {
    int size = Integer.highestOneBit(Math.max(1, 2 * some.size() - 1));
    byte[][] level = new byte[size][];
    Arrays.fill(level, new byte[Authorship.HASH]);
    for (int i = 0; i < some.size(); i++) {
      Waiting each = some.get(i);
      level[i] =
          Authorship.leafHash(each.task.id(), each.task.round(), each.time, author, each.result);
    }
    List<byte[][]> levels = new ArrayList<>();
    while (level.length > 1) {
      levels.add(level);
      byte[][] above = new byte[level.length / 2][];
      for (int i = 0; i < above.length; i++) {
        above[i] = Authorship.parent(level[2 * i], level[2 * i + 1]);
      }
      level = above;
    }
    byte[] signature = signatures.sign(Authorship.message(level[0]));
    for (int leaf = 0; leaf < some.size(); leaf++) {
      byte[] path = new byte[levels.size() * Authorship.HASH];
      for (int depth = 0; depth < levels.size(); depth++) {
        byte[] beside = levels.get(depth)[leaf >>> depth ^ 1];
        System.arraycopy(beside, 0, path, depth * Authorship.HASH, Authorship.HASH);
      }
      Waiting each = some.get(leaf);
      Authorship by =
          new Authorship(each.time, author, signatures.verifying(), signature, leaf, path);
      each.signed.accept(each.task.processed(by, each.result));
    }
  }
}
