package org.orbweaver.lab.wirespeed;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.Population;
import org.orbweaver.udp.linux.BoundSocket;
import org.orbweaver.udp.linux.LinuxCalls;
import org.orbweaver.udp.linux.MessageBatch;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/**
 * Asks live nodes of a world, each query another node and another target, a fixed number under way
 * at any time. Of every reply it checks that it came from the very address that was asked; it reads
 * no more than that takes, as it must not be what is measured.
 *
 * <p>Takes its orders line by line: {@code probe} gives the size of a query and the mean size of
 * the world's replies; {@code measure PORT NANOS WINDOW} gives pairs, losses, replies from a wrong
 * source, and nanoseconds.
 */
final class WorldVisitor {
  private static final int BATCH = 64;
  private static final int NODES = 1 << 16;
  private static final int PROBES = 1_000;

  /** Long, since on a busy machine either side may have to wait for its processor. */
  private static final long LOST_AFTER = 500_000_000;

  /** Where a find_node query has its target: {@code d1:ad2:id20:}, the ID, {@code 6:target20:}. */
  private static final int TARGET = 12 + Key.BYTES + 11;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Contact[] nodes;
  private final LinuxCalls calls;
  private final int fd;
  private final MessageBatch queries;
  private final MessageBatch replies;
  private final byte[] query;

  /** Numbers the measurements, so that no late reply counts for the next. */
  private int measurement;

  private Endpoint[] homes;
  private int underWay;
  private long answered;
  private long lost;
  private long wrongSources;

  private WorldVisitor(Arena arena, Population population) throws IOException {
    calls = new LinuxCalls(arena);
    fd = BoundSocket.bind(calls, Endpoint.parse("127.0.0.1:0"), false, 4 << 20).fd();
    queries = new MessageBatch(arena, BATCH, 2_048);
    replies = new MessageBatch(arena, BATCH, 2_048);
    replies.expect(BATCH);
    nodes = someLive(population);
    QueryWriter writer = new QueryWriter(false);
    int length = writer.findNode(0, Key.random(random), Key.random(random), Want.UNSAID);
    query = Arrays.copyOf(writer.buffer(), length);
    homes = new Endpoint[0];
  }

  static void run(BufferedReader orders, int nodes, long seed, int port) throws IOException {
    Population population = new Population(WorldServer.options(nodes, seed, port).population());
    try (Arena arena = Arena.ofConfined()) {
      WorldVisitor visitor = new WorldVisitor(arena, population);
      String line;
      while ((line = orders.readLine()) != null) {
        System.out.println(visitor.obey(line.split(" ")));
      }
    }
  }

  private Contact[] someLive(Population population) {
    return random
        .ints(0, population.size())
        .filter(node -> !population.silent(node))
        .limit(NODES)
        .mapToObj(population::contact)
        .toArray(Contact[]::new);
  }

  private String obey(String[] order) {
    return switch (order[0]) {
      case "probe" -> probe();
      case "measure" -> {
        aimAt(Integer.parseInt(order[1]));
        yield measure(Long.parseLong(order[2]), Integer.parseInt(order[3]));
      }
      default -> throw new IllegalArgumentException("no such order: " + order[0]);
    };
  }

  /** Genuine exchanges one after the other, the replies decoded. */
  private String probe() {
    aimAt(nodes[0].endpoint().port());
    MessageDecoder decoder = new MessageDecoder();
    byte[] packet = new byte[2_048];
    long bytes = 0;
    for (int asked = 0; asked < PROBES; asked++) {
      ask(0, asked);
      send(1);
      awaitReply();
      int length = replies.copyTo(0, packet);
      if (!(decoder.decode(packet, length) instanceof Reply reply)
          || !reply.id().equals(nodes[asked].id())
          || reply.nodes().size() == 0
          || !isFromAsked(0)) {
        throw new IllegalStateException(nodes[asked] + " does not answer as it should");
      }
      bytes += length;
    }
    return query.length + " " + (bytes + PROBES / 2) / PROBES;
  }

  private void awaitReply() {
    long giveUp = System.nanoTime() + 20 * LOST_AFTER;
    while (calls.recvmmsg(fd, replies.pointer(0), 1, LinuxCalls.MSG_DONTWAIT) != 1) {
      if (System.nanoTime() > giveUp) {
        throw new IllegalStateException("the world does not answer");
      }
    }
    replies.expect(1);
  }

  /** The same addresses, of the server at that port. */
  private void aimAt(int port) {
    measurement++;
    homes = new Endpoint[NODES];
    for (int node = 0; node < NODES; node++) {
      homes[node] = nodes[node].endpoint().withPort(port);
    }
  }

  private String measure(long nanos, int window) {
    answered = 0;
    lost = 0;
    underWay = 0;
    wrongSources = 0;
    long start = System.nanoTime();
    long now = start;
    long lastReply = start;
    while (now - start < nanos) {
      if (receive() > 0) {
        lastReply = now;
      } else if (now - lastReply > LOST_AFTER) {
        lost += underWay;
        underWay = 0;
        lastReply = now;
      }
      fill(window);
      now = System.nanoTime();
    }
    return answered + " " + lost + " " + wrongSources + " " + (now - start);
  }

  private int receive() {
    int count = calls.recvmmsg(fd, replies.pointer(0), BATCH, LinuxCalls.MSG_DONTWAIT);
    if (count <= 0) {
      return 0;
    }
    for (int i = 0; i < count; i++) {
      if (Transactions.isOf(measurement, Transactions.in(replies, i))) {
        answered++;
        underWay--;
        if (!isFromAsked(i)) {
          wrongSources++;
        }
      }
    }
    replies.expect(count);
    return count;
  }

  private boolean isFromAsked(int i) {
    int asked = Transactions.asked(Transactions.in(replies, i));
    return asked >= 0 && asked < NODES && homes[asked].equals(replies.source(i));
  }

  private void fill(int window) {
    while (underWay < window) {
      int wanted = Math.min(window - underWay, BATCH);
      for (int i = 0; i < wanted; i++) {
        ask(i, random.nextInt(NODES));
      }
      int sent = send(wanted);
      if (sent <= 0) {
        return;
      }
      underWay += sent;
    }
  }

  private void ask(int i, int asked) {
    queries.put(i, homes[asked], query, query.length);
    queries.patch(i, TARGET, random.nextLong());
    queries.patch(i, Transactions.place(query.length), Transactions.of(measurement, asked));
  }

  private int send(int count) {
    return calls.sendmmsg(fd, queries.pointer(0), count, LinuxCalls.MSG_DONTWAIT);
  }
}
