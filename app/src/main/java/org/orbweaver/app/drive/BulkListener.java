package org.orbweaver.app.drive;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.udp.InetEndpoints;

/**
 * Where others' bulk lines come in.
 *
 * <p>A line must come from the very address its sender calls home, and that sender must be
 * admitted; until then it has cost a preamble of 22 bytes. A client has no home: it says who it is
 * by a greeting under its seal, and what there is for it goes back on the same line. Who says
 * something senseless is cut off.
 *
 * <p>Bounded: so many lines in all, of clients, and from one site (an IPv4 address, an IPv6 /64);
 * past that, new ones are closed at once. A preamble has its time in all, however slowly it drips;
 * for messages see {@link FrameReader}.
 */
public final class BulkListener implements AutoCloseable {
  private static final int MOST_LINES = 1024;
  private static final int MOST_PER_SITE = 8;
  private static final int MOST_OF_CLIENTS = 256;
  private static final int SILENCE_MILLIS = 60_000;

  private static final int PREAMBLE_MILLIS = 5_000;
  private static final long PAUSE_MILLIS = 100;

  /** Whose lines are taken; asked from any thread. */
  @FunctionalInterface
  public interface Doorkeeper {
    boolean admits(Endpoint sender);
  }

  /** Who knows clients by their greetings, and has something for them; from any thread. */
  public interface Clients {
    /** Who takes no client's line. */
    Clients NONE =
        new Clients() {
          @Override
          public @Nullable Endpoint greetedBy(byte[] greeting) {
            return null;
          }

          @Override
          public void opened(Endpoint client, Socket line) {}

          @Override
          public boolean isBusy(Endpoint client, Socket line) {
            return false;
          }

          @Override
          public void closed(Endpoint client, Socket line) {}
        };

    /** The client that greets so; null if it is none. */
    @Nullable Endpoint greetedBy(byte[] greeting);

    /** It can be written to on that line from now on. */
    void opened(Endpoint client, Socket line) throws IOException;

    /** Whether something was written to it on that line lately. */
    boolean isBusy(Endpoint client, Socket line);

    void closed(Endpoint client, Socket line);
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
  private final Clients clients;
  private final FrameReader reader;
  private final Semaphore ofClients = new Semaphore(MOST_OF_CLIENTS);
  private final Set<Socket> lines = new HashSet<>();
  private final Map<Long, Integer> perSite = new HashMap<>();
  private final AtomicLong refused = new AtomicLong();

  private BulkListener(
      ServerSocket door, Doorkeeper doorkeeper, Clients clients, Receiver receiver) {
    this.door = door;
    this.doorkeeper = doorkeeper;
    this.clients = clients;
    this.reader = new FrameReader(receiver, door::isClosed);
  }

  /** For peers that can be reached. */
  public static BulkListener open(Endpoint home, Doorkeeper doorkeeper, Receiver receiver)
      throws IOException {
    return open(home, doorkeeper, Clients.NONE, receiver);
  }

  public static BulkListener open(
      Endpoint home, Doorkeeper doorkeeper, Clients clients, Receiver receiver) throws IOException {
    ServerSocket door = new ServerSocket();
    try {
      door.setReuseAddress(true);
      door.bind(InetEndpoints.toInet(home), 128);
    } catch (IOException e) {
      door.close();
      throw new IOException("cannot listen on TCP " + home + ": " + e.getMessage(), e);
    }
    BulkListener listener = new BulkListener(door, doorkeeper, clients, receiver);
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
      byte[] preamble = FrameReader.read(line, BulkFraming.PREAMBLE, PREAMBLE_MILLIS);
      Endpoint from = BulkFraming.preamble(preamble);
      if (BulkFraming.isClients(preamble)) {
        serveClient(line);
      } else if (from != null && isAtHome(from, line) && doorkeeper.admits(from)) {
        reader.passAll(line, from, SILENCE_MILLIS, () -> false);
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

  private void serveClient(Socket line) throws IOException, InterruptedException {
    int length = BulkFraming.length(FrameReader.read(line, Integer.BYTES, PREAMBLE_MILLIS));
    if (length != Handshakes.SEAL_BYTES || !ofClients.tryAcquire()) {
      return;
    }
    try {
      serveGreeted(line, length);
    } finally {
      ofClients.release();
    }
  }

  private void serveGreeted(Socket line, int length) throws IOException, InterruptedException {
    Endpoint client = clients.greetedBy(FrameReader.read(line, length, PREAMBLE_MILLIS));
    if (client == null) {
      return;
    }
    line.setTcpNoDelay(true);
    clients.opened(client, line);
    try {
      reader.passAll(line, client, SILENCE_MILLIS, () -> clients.isBusy(client, line));
    } finally {
      clients.closed(client, line);
    }
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
