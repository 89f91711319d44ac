package org.orbweaver.app.drive;

import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.InetEndpoints;

/**
 * Where others' bulk lines come in.
 *
 * <p>A line must come from the very address its sender calls home, and that sender must be
 * admitted; until then it has cost a preamble of 22 bytes. Who says something senseless is cut off.
 *
 * <p>Bounded: so many lines in all and from one site (an IPv4 address, an IPv6 /64); past that, new
 * ones are closed at once. So many bytes of messages are in memory at once, of one line a single
 * message: the next is read when the peer has dealt with it. A preamble and a message each have
 * their time in all, however slowly they drip.
 */
public final class BulkListener implements AutoCloseable {
  private static final int MOST_LINES = 1024;
  private static final int MOST_PER_SITE = 8;
  private static final int MOST_KIBIBYTES = 64 << 10;
  private static final int SILENCE_MILLIS = 60_000;
  private static final int PREAMBLE_MILLIS = 5_000;

  /** For the longest message over a slow line. */
  private static final int MESSAGE_MILLIS = 120_000;

  private static final int ROOM_MILLIS = 10_000;
  private static final long PAUSE_MILLIS = 100;

  /** Whose lines are taken; asked from any thread. */
  @FunctionalInterface
  public interface Doorkeeper {
    boolean admits(Endpoint sender);
  }

  /** Takes a message, from any thread. */
  @FunctionalInterface
  public interface Receiver {
    /**
     * @param done to be run when the message is dealt with; the next comes after that
     */
    void received(Endpoint from, byte[] message, Runnable done);
  }

  private final ServerSocket door;
  private final Doorkeeper doorkeeper;
  private final Receiver receiver;
  private final Set<Socket> lines = new HashSet<>();
  private final Map<Long, Integer> perSite = new HashMap<>();
  private final Semaphore room = new Semaphore(MOST_KIBIBYTES);
  private final AtomicLong refused = new AtomicLong();

  private BulkListener(ServerSocket door, Doorkeeper doorkeeper, Receiver receiver) {
    this.door = door;
    this.doorkeeper = doorkeeper;
    this.receiver = receiver;
  }

  public static BulkListener open(Endpoint home, Doorkeeper doorkeeper, Receiver receiver)
      throws IOException {
    ServerSocket door = new ServerSocket();
    try {
      door.setReuseAddress(true);
      door.bind(InetEndpoints.toInet(home), 128);
    } catch (IOException e) {
      door.close();
      throw new IOException("cannot listen on TCP " + home + ": " + e.getMessage(), e);
    }
    BulkListener listener = new BulkListener(door, doorkeeper, receiver);
    Thread.ofVirtual().name("bulk at " + home).start(listener::accept);
    return listener;
  }

  /** Lines cut off or not taken. */
  public long refused() {
    return refused.get();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket line = door.accept();
        if (enter(line)) {
          Thread.ofVirtual().name("bulk from " + line.getInetAddress()).start(() -> serve(line));
        } else {
          refused.incrementAndGet();
          line.close();
        }
      } catch (IOException e) {
        pause(); // closed, which ends the loop, or there are no more descriptors
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long site(Socket line) {
    byte[] address = line.getInetAddress().getAddress();
    return address.length == 4
        ? ByteBuffer.wrap(address).getInt()
        : ByteBuffer.wrap(address).getLong();
  }

  private boolean enter(Socket line) {
    synchronized (lines) {
      int fromThere = perSite.getOrDefault(site(line), 0);
      if (door.isClosed() || lines.size() >= MOST_LINES || fromThere >= MOST_PER_SITE) {
        return false;
      }
      perSite.put(site(line), fromThere + 1);
      return lines.add(line);
    }
  }

  private void leave(Socket line) {
    synchronized (lines) {
      lines.remove(line);
      perSite.computeIfPresent(site(line), (site, count) -> count == 1 ? null : count - 1);
    }
  }

  private void serve(Socket line) {
    try (line) {
      Endpoint from = BulkFraming.preamble(read(line, BulkFraming.PREAMBLE, PREAMBLE_MILLIS));
      if (from != null && isAtHome(from, line) && doorkeeper.admits(from)) {
        int length = BulkFraming.length(read(line, Integer.BYTES, SILENCE_MILLIS));
        while (length > 0 && pass(line, from, length)) {
          length = BulkFraming.length(read(line, Integer.BYTES, SILENCE_MILLIS));
        }
      }
      refused.incrementAndGet();
    } catch (IOException e) {
      // The other end is gone or has nothing to say: an ordinary end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leave(line);
    }
  }

  /** Reads a message and waits until it is dealt with; false if there is no room for it. */
  private boolean pass(Socket line, Endpoint from, int length)
      throws IOException, InterruptedException {
    int kibibytes = Math.ceilDiv(length, 1024);
    if (!room.tryAcquire(kibibytes, ROOM_MILLIS, TimeUnit.MILLISECONDS)) {
      return false;
    }
    try {
      byte[] message = read(line, length, MESSAGE_MILLIS);
      CountDownLatch dealtWith = new CountDownLatch(1);
      receiver.received(from, message, dealtWith::countDown);
      while (!dealtWith.await(SILENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        if (door.isClosed()) {
          return false;
        }
      }
      return true;
    } finally {
      room.release(kibibytes);
    }
  }

  /** So many bytes, within that time in all. */
  private static byte[] read(Socket line, int count, int millis) throws IOException {
    long deadline = System.nanoTime() + millis * 1_000_000L;
    byte[] bytes = new byte[count];
    int filled = 0;
    while (filled < count) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException("too slow");
      }
      line.setSoTimeout((int) left);
      int more = line.getInputStream().read(bytes, filled, count - filled);
      if (more < 0) {
        throw new EOFException();
      }
      filled += more;
    }
    return bytes;
  }

  private static boolean isAtHome(Endpoint from, Socket line) {
    return InetEndpoints.toInet(from).getAddress().equals(line.getInetAddress());
  }

  @Override
  public void close() throws IOException {
    door.close();
    synchronized (lines) {
      for (Socket line : lines) {
        line.close();
      }
    }
  }
}
