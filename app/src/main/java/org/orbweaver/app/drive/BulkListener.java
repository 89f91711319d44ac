package org.orbweaver.app.drive;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.orbweaver.kademlia.Endpoint;

/**
 * Where others' bulk lines come in.
 *
 * <p>A line must come from the very address its sender calls home, and that sender must be
 * admitted; until then it has cost a preamble of 22 bytes. Who says something senseless is cut off.
 * Bounded: so many lines in all and from one address; past that, new ones are closed at once.
 */
public final class BulkListener implements AutoCloseable {
  private static final int MOST_LINES = 1024;
  private static final int MOST_PER_ADDRESS = 16;
  private static final int SILENCE_MILLIS = 60_000;
  private static final int PREAMBLE_MILLIS = 5_000;

  /** Whose lines are taken; asked from any thread. */
  @FunctionalInterface
  public interface Doorkeeper {
    boolean admits(Endpoint sender);
  }

  /** Takes a message, from any thread; while it is busy it may let the sender wait. */
  @FunctionalInterface
  public interface Receiver {
    void received(Endpoint from, byte[] message);
  }

  private final ServerSocket door;
  private final Doorkeeper doorkeeper;
  private final Receiver receiver;
  private final Set<Socket> lines = new HashSet<>();
  private final Map<InetAddress, Integer> perAddress = new HashMap<>();
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
      door.bind(BulkFraming.inet(home), 128);
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
        Thread.onSpinWait(); // closed, which ends the loop, or one caller less
      }
    }
  }

  private boolean enter(Socket line) {
    synchronized (lines) {
      int fromThere = perAddress.getOrDefault(line.getInetAddress(), 0);
      if (door.isClosed() || lines.size() >= MOST_LINES || fromThere >= MOST_PER_ADDRESS) {
        return false;
      }
      perAddress.put(line.getInetAddress(), fromThere + 1);
      return lines.add(line);
    }
  }

  private void leave(Socket line) {
    synchronized (lines) {
      lines.remove(line);
      perAddress.computeIfPresent(
          line.getInetAddress(), (address, count) -> count == 1 ? null : count - 1);
    }
  }

  private void serve(Socket line) {
    try (line) {
      line.setSoTimeout(PREAMBLE_MILLIS);
      DataInputStream in =
          new DataInputStream(new BufferedInputStream(line.getInputStream(), 64 << 10));
      Endpoint from = BulkFraming.readPreamble(in);
      line.setSoTimeout(SILENCE_MILLIS);
      if (from != null && isAtHome(from, line) && doorkeeper.admits(from)) {
        byte[] message = BulkFraming.readFrame(in);
        while (message != null) {
          receiver.received(from, message);
          message = BulkFraming.readFrame(in);
        }
      }
      refused.incrementAndGet();
    } catch (IOException e) {
      // The other end is gone or has nothing to say: an ordinary end.
    } finally {
      leave(line);
    }
  }

  private static boolean isAtHome(Endpoint from, Socket line) {
    return BulkFraming.inet(from).getAddress().equals(line.getInetAddress());
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
