package org.orbweaver.lab.wirespeed;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.SplittableRandom;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.udp.linux.BoundSocket;
import org.orbweaver.udp.linux.LinuxCalls;
import org.orbweaver.udp.linux.MessageBatch;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;

/**
 * Asks one server the same kind of query, a fixed number under way at any time, each for another
 * target. Never sleeps and reads nothing of a reply but its length: it must not be what is
 * measured.
 *
 * <p>Takes its orders line by line: {@code probe PORT KIND} gives the sizes of a query and its
 * reply; {@code measure PORT KIND NANOS WINDOW REPLYBYTES} gives pairs, losses and nanoseconds.
 */
final class LoadGenerator {
  private static final int BATCH = 64;

  /** Long, since on a busy machine either side may have to wait for its processor. */
  private static final long LOST_AFTER = 500_000_000;

  private final SplittableRandom random = new SplittableRandom(7);
  private final QueryWriter writer = new QueryWriter(false);
  private final LinuxCalls calls;
  private final int fd;
  private final MessageBatch queries;
  private final MessageBatch replies;

  private int underWay;
  private long answered;
  private long lost;

  private LoadGenerator(Arena arena) throws IOException {
    calls = new LinuxCalls(arena);
    fd = BoundSocket.bind(calls, Endpoint.parse("127.0.0.1:0"), false, 4 << 20).fd();
    queries = new MessageBatch(arena, BATCH, 2_048);
    replies = new MessageBatch(arena, BATCH, 2_048);
    replies.expect(BATCH);
  }

  static void run(BufferedReader orders) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      LoadGenerator generator = new LoadGenerator(arena);
      String line;
      while ((line = orders.readLine()) != null) {
        System.out.println(generator.obey(line.split(" ")));
      }
    }
  }

  private String obey(String[] order) {
    int port = Integer.parseInt(order[1]);
    QueryKind kind = QueryKind.valueOf(order[2]);
    return switch (order[0]) {
      case "probe" -> probe(port, kind);
      case "measure" ->
          measure(
              port,
              kind,
              Long.parseLong(order[3]),
              Integer.parseInt(order[4]),
              Integer.parseInt(order[5]));
      default -> throw new IllegalArgumentException("no such order: " + order[0]);
    };
  }

  private int aimAt(int port, QueryKind kind) {
    int length = kind.write(writer, 7, Key.random(random), Key.random(random));
    for (int i = 0; i < BATCH; i++) {
      queries.put(i, Endpoint.v4(0x7F000001, port), writer.buffer(), length);
    }
    return length;
  }

  /** One genuine exchange, its reply decoded. */
  private String probe(int port, QueryKind kind) {
    int queryBytes = aimAt(port, kind);
    send(1);
    long giveUp = System.nanoTime() + 20 * LOST_AFTER;
    while (receive(0) == 0) {
      if (System.nanoTime() > giveUp) {
        throw new IllegalStateException("the server does not answer");
      }
    }
    byte[] packet = new byte[2_048];
    int replyBytes = replies.copyTo(0, packet);
    if (!(new MessageDecoder().decode(packet, replyBytes) instanceof Reply reply)
        || reply.transactionNumber() != 7
        || reply.nodes().size() != 8) {
      throw new IllegalStateException("the server's reply is not one of eight nodes");
    }
    return queryBytes + " " + replyBytes;
  }

  private String measure(int port, QueryKind kind, long nanos, int window, int replyBytes) {
    aimAt(port, kind);
    answered = 0;
    lost = 0;
    underWay = 0;
    long start = System.nanoTime();
    long now = start;
    long lastReply = start;
    while (now - start < nanos) {
      if (receive(replyBytes) > 0) {
        lastReply = now;
      } else if (now - lastReply > LOST_AFTER) {
        lost += underWay;
        underWay = 0;
        lastReply = now;
      }
      fill(window, kind.targetOffset());
      now = System.nanoTime();
    }
    long pairs = answered;
    drain(replyBytes);
    return pairs + " " + lost + " " + (now - start);
  }

  /** Takes what is there; a reply of another size was meant for an earlier measurement. */
  private int receive(int replyBytes) {
    int count = calls.recvmmsg(fd, replies.pointer(0), BATCH, LinuxCalls.MSG_DONTWAIT);
    if (count <= 0) {
      return 0;
    }
    for (int i = 0; i < count; i++) {
      if (replyBytes == 0 || replies.length(i) == replyBytes) {
        answered++;
        underWay--;
      }
    }
    replies.expect(count);
    return count;
  }

  private void fill(int window, int targetOffset) {
    while (underWay < window) {
      int wanted = Math.min(window - underWay, BATCH);
      for (int i = 0; i < wanted; i++) {
        queries.patch(i, targetOffset, random.nextLong());
      }
      int sent = send(wanted);
      if (sent <= 0) {
        return;
      }
      underWay += sent;
    }
  }

  private int send(int count) {
    return calls.sendmmsg(fd, queries.pointer(0), count, LinuxCalls.MSG_DONTWAIT);
  }

  /** So that no late reply counts for the next measurement. */
  private void drain(int replyBytes) {
    long giveUp = System.nanoTime() + LOST_AFTER;
    while (underWay > 0 && System.nanoTime() < giveUp) {
      receive(replyBytes);
    }
  }
}
