package org.orbweaver.indexer.pipeline;

import java.util.Arrays;
import org.orbweaver.kademlia.Endpoint;

/**
 * Who was asked for a sample, and when he may be asked again (BEP 51). A node that wants to be left
 * alone for six hours is left alone, however often others name it and whatever becomes of us
 * meanwhile: what was written here since the last look can be kept on disk and {@linkplain #recall
 * recalled}.
 *
 * <p>Bounded: it grows to {@value #MOST} nodes of twelve bytes each. When it is full and nobody's
 * time is over, {@link #isFull} says so, and nobody new is asked: manners come before coverage.
 */
public final class SampleTurns {
  /** What four million nodes take is 75 MB with the room that a hash table needs. */
  static final int MOST = 1 << 22;

  private static final int FIRST_ROOM = 1 << 12;
  private static final long SECOND = 1_000_000_000L;

  /** No node has this: a port of 0 cannot be asked. */
  private static final long NOBODY = 0;

  private final int most;
  private long[] nodes = new long[FIRST_ROOM];
  private int[] due = new int[FIRST_ROOM];
  private int size;
  private long[] journal = new long[2 * FIRST_ROOM];
  private int written;

  public SampleTurns() {
    this(MOST);
  }

  SampleTurns(int most) {
    this.most = most;
  }

  /** Whether that node has not been asked, or its interval is over. */
  boolean mayAsk(long now, Endpoint node) {
    int place = place(nodes, name(node));
    return nodes[place] == NOBODY || due[place] <= seconds(now);
  }

  /** Whether that node was asked before, as far as is remembered. */
  boolean isKnown(Endpoint node) {
    return nodes[place(nodes, name(node))] != NOBODY;
  }

  boolean isFull(long now) {
    if (size < most) {
      return false;
    }
    rebuild(now, nodes.length);
    return size >= most;
  }

  /** Nobody asks that node again before then. */
  void rest(long now, Endpoint node, long until) {
    long name = name(node);
    put(now, name, seconds(until));
    if (written == journal.length) {
      journal = Arrays.copyOf(journal, 2 * journal.length);
    }
    journal[written++] = name;
    journal[written++] = seconds(until);
  }

  private void put(long now, long name, int until) {
    int place = place(nodes, name);
    if (nodes[place] == NOBODY) {
      if (4L * (size + 1) > 3L * nodes.length) {
        rebuild(now, 2 * nodes.length);
        place = place(nodes, name);
      }
      nodes[place] = name;
      size++;
    }
    due[place] = until;
  }

  /** Forgets those whose time is over; grows only if that is not enough. */
  private void rebuild(long now, int room) {
    int live = 0;
    int present = seconds(now);
    for (int i = 0; i < nodes.length; i++) {
      live += nodes[i] != NOBODY && due[i] > present ? 1 : 0;
    }
    int wanted = 2L * live < nodes.length ? nodes.length : room;
    long[] newNodes = new long[wanted];
    int[] newDue = new int[wanted];
    for (int i = 0; i < nodes.length; i++) {
      if (nodes[i] != NOBODY && due[i] > present) {
        int place = place(newNodes, nodes[i]);
        newNodes[place] = nodes[i];
        newDue[place] = due[i];
      }
    }
    nodes = newNodes;
    due = newDue;
    size = live;
  }

  private static int place(long[] nodes, long name) {
    long mixed = name * 0x9E3779B97F4A7C15L;
    int place = (int) (mixed >>> 33) & nodes.length - 1;
    while (nodes[place] != NOBODY && nodes[place] != name) {
      place = place + 1 & nodes.length - 1;
    }
    return place;
  }

  /** IPv4 nodes have names of their own; two IPv6 nodes share one with a chance of 2^-63. */
  private static long name(Endpoint node) {
    if (node.isIpv4()) {
      return (node.ipv4() & 0xFFFF_FFFFL) << 16 | node.port();
    }
    long mixed =
        (node.high() ^ Long.rotateLeft(node.low(), 29) ^ node.port()) * 0xD6E8FEB86659FD93L;
    return mixed ^ mixed >>> 32 | Long.MIN_VALUE;
  }

  private static int seconds(long nanos) {
    return (int) (nanos / SECOND);
  }

  /** What was written since the last call: pairs of a node's name and the second it rests until. */
  public long[] drain() {
    long[] news = Arrays.copyOf(journal, written);
    written = 0;
    return news;
  }

  /** What an earlier run drained; what is over is passed over. */
  public void recall(long now, long[] pairs) {
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      if (pairs[i + 1] > seconds(now) && pairs[i] != NOBODY && size < most) {
        put(now, pairs[i], (int) pairs[i + 1]);
      }
    }
  }

  int size() {
    return size;
  }
}
