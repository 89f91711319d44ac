package org.orbweaver.app.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.orbweaver.kademlia.Endpoint;

/** O12: gigabytes of frames, preambles that drip, all lines taken by one address. */
@Execution(ExecutionMode.CONCURRENT)
class BulkListenerTest {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.84.0.1");

  @Test
  void ofOneSiteThereAreEightLinesAndTheRestIsClosedAndCounted() throws Exception {
    try (BulkListener listener =
        BulkListener.open(Endpoint.parse("127.84.0.1:18601"), from -> true, (f, m, done) -> {})) {
      List<Socket> lines = new ArrayList<>();
      try {
        for (int i = 0; i < 20; i++) {
          lines.add(new Socket(HERE, 18601));
        }
        for (int i = 0; i < 500 && listener.refused() < 12; i++) {
          Thread.sleep(10);
        }
        assertThat(listener.refused()).isEqualTo(12);
      } finally {
        for (Socket line : lines) {
          line.close();
        }
      }
    }
  }

  @Test
  void aPreambleThatDripsHasFiveSecondsInAll() throws Exception {
    try (BulkListener listener =
            BulkListener.open(Endpoint.parse("127.84.0.1:18602"), from -> true, (f, m, d) -> {});
        Socket line = new Socket(HERE, 18602)) {
      long begun = System.nanoTime();
      line.setSoTimeout(1_000);
      boolean open = true;
      while (open && System.nanoTime() - begun < 20_000_000_000L) {
        open = drip(line);
      }
      assertThat(open).isFalse();
      assertThat(listener.refused()).isZero();
      assertThat((System.nanoTime() - begun) / 1_000_000).isBetween(4_000L, 15_000L);
    }
  }

  /** A byte a second; false when the other end has hung up. */
  private static boolean drip(Socket line) throws IOException {
    try {
      line.getOutputStream().write(1);
      return line.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void ofALineOneMessageIsInMemoryUntilThePeerHasDealtWithIt() throws Exception {
    Endpoint sender = Endpoint.parse("127.84.0.1:18604");
    AtomicInteger received = new AtomicInteger();
    BlockingQueue<Runnable> dealtWith = new LinkedBlockingQueue<>();
    try (BulkListener _ =
            BulkListener.open(
                Endpoint.parse("127.84.0.1:18603"),
                from -> true,
                (from, message, done) -> {
                  received.incrementAndGet();
                  dealtWith.add(done);
                });
        Socket line = new Socket(HERE, 18603, HERE, 0)) {
      DataOutputStream out = new DataOutputStream(line.getOutputStream());
      BulkFraming.writePreamble(out, sender);
      for (int i = 0; i < 3; i++) {
        BulkFraming.writeFrame(out, new byte[5_000]);
      }
      for (int i = 1; i <= 3; i++) {
        Runnable done = dealtWith.poll(10, TimeUnit.SECONDS);
        assertThat(done).isNotNull();
        Thread.sleep(100);
        assertThat(received).as("the next is read when this one is done").hasValue(i);
        done.run();
      }
    }
  }
}
