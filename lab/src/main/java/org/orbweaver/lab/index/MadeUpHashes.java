package org.orbweaver.lab.index;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Want;

/**
 * Strangers who ask a node for the peers of hashes that nobody ever announced, evenly over some
 * time and from many addresses, so that no limit per address spares it any.
 */
final class MadeUpHashes implements AutoCloseable {
  private static final int STRANGERS = 64;
  private static final Duration STEP = Duration.ofMillis(10);

  private final List<DatagramSocket> sockets = new ArrayList<>();
  private final Thread thread;

  /**
   * @param hashes how many in all
   */
  MadeUpHashes(InetSocketAddress victim, int hashes, Duration time, long seed) throws IOException {
    for (int i = 0; i < STRANGERS; i++) {
      sockets.add(new DatagramSocket(0, InetAddress.ofLiteral("127.0.200." + (i + 1))));
    }
    thread = Thread.ofPlatform().start(() -> ask(victim, hashes, time, new SplittableRandom(seed)));
  }

  private void ask(InetSocketAddress victim, int hashes, Duration time, SplittableRandom random) {
    QueryWriter packet = new QueryWriter(false);
    long began = System.nanoTime();
    int sent = 0;
    try {
      while (sent < hashes && !Thread.interrupted()) {
        double share = (double) (System.nanoTime() - began) / time.toNanos();
        for (; sent < Math.min(1, share) * hashes; sent++) {
          int length =
              packet.getPeers(
                  sent, Key.random(random), Key.random(random), Want.UNSAID, false, false);
          sockets.get(sent % STRANGERS).send(new DatagramPacket(packet.buffer(), length, victim));
        }
        Thread.sleep(STEP);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // Closed, or the indexer is gone: its report will say how far it came.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    sockets.forEach(DatagramSocket::close);
  }
}
