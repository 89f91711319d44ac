package org.orbweaver.app.drive;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;

/**
 * Outgoing lines, one per peer that something large is sent to, each with a virtual thread that
 * lives while the line is used.
 *
 * <p>Bounded: so many lines, so many messages and bytes waiting per line, so many bytes in all.
 * What does not fit is dropped, as is what waits when a line breaks: the RPC sends again what is
 * not answered.
 */
public final class BulkSender implements Outbox, AutoCloseable {
  private static final int MOST_LINES = 1024;
  private static final int MOST_WAITING = 64;
  private static final long MOST_BYTES_EACH = 16L << 20;
  private static final long MOST_BYTES = 128L << 20;
  private static final long IDLE_MILLIS = 30_000;

  private final Ways ways;
  private final Map<Endpoint, Line> lines = new HashMap<>();
  private long bytes;
  private boolean closed;

  public BulkSender(Ways ways) {
    this.ways = ways;
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    synchronized (lines) {
      Line line = lines.get(to);
      if (closed || (line == null && lines.size() >= MOST_LINES)) {
        return false;
      }
      if (line == null) {
        line = new Line(to);
        lines.put(to, line);
        Thread.ofVirtual().name("bulk to " + to).start(line);
      }
      if (line.waiting.size() >= MOST_WAITING
          || line.bytes + length > MOST_BYTES_EACH
          || bytes + length > MOST_BYTES) {
        return false;
      }
      line.bytes += length;
      bytes += length;
      line.waiting.add(Arrays.copyOf(packet, length));
      lines.notifyAll();
    }
    return true;
  }

  /** Breaks all lines. */
  @Override
  public void close() {
    synchronized (lines) {
      closed = true;
      lines.notifyAll();
    }
  }

  private final class Line implements Runnable {
    private final Endpoint to;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long bytes;

    Line(Endpoint to) {
      this.to = to;
    }

    @Override
    public void run() {
      try {
        Ways.TwoWayLine line = ways.to(to);
        boolean all = false;
        try {
          byte[] message = next();
          while (message != null) {
            line.write(message);
            message = next();
          }
          all = true;
        } finally {
          if (!all || ways.isOneWay(to)) {
            line.close(); // on others something may still come back
          }
        }
      } catch (IOException e) {
        end(); // what waited is lost, like a datagram
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        end();
      }
    }

    /** The next message; null, and the line is gone from the list, if none came for long. */
    private byte @Nullable [] next() throws InterruptedException {
      synchronized (lines) {
        long deadline = System.nanoTime() + IDLE_MILLIS * 1_000_000;
        while (waiting.isEmpty() && !closed) {
          long left = (deadline - System.nanoTime()) / 1_000_000;
          if (left <= 0) {
            break;
          }
          lines.wait(left);
        }
        if (waiting.isEmpty() || closed) {
          lines.remove(to, this);
          return null;
        }
        byte[] next = waiting.remove();
        forget(next.length);
        return next;
      }
    }

    private void forget(long count) {
      bytes -= count;
      BulkSender.this.bytes -= count;
    }

    private void end() {
      synchronized (lines) {
        lines.remove(to, this);
        forget(bytes);
        waiting.clear();
      }
    }
  }
}
