package org.orbweaver.app.drive;

import java.io.IOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * The lines of a peer that can be reached: to others that can be, it opens them; clients open them
 * to it, when they have something to say or are asked to by a datagram.
 */
public final class MemberWays implements Ways, BulkListener.Clients {
  private static final int CALLS = 5;
  private static final long CALL_EVERY_MILLIS = 2_000;
  private static final int BUSY_MILLIS = 60_000;

  /** Who knows clients; asked from any thread. */
  public interface Acquaintances {
    boolean isClient(Endpoint peer);

    /** Who greets so on a line; null if nobody could. */
    @Nullable Endpoint greetedBy(byte[] greeting);

    /** Asks a client by datagram to open a line. */
    void callForLine(Endpoint client);
  }

  private final Dialling dialling;
  private final Acquaintances acquaintances;
  private final Map<Endpoint, TwoWayLine> clients = new HashMap<>();

  public MemberWays(Dialling dialling, Acquaintances acquaintances) {
    this.dialling = dialling;
    this.acquaintances = acquaintances;
  }

  @Override
  public boolean isOneWay(Endpoint peer) {
    return !acquaintances.isClient(peer);
  }

  @Override
  public TwoWayLine to(Endpoint peer) throws IOException, InterruptedException {
    if (acquaintances.isClient(peer)) {
      return ofClient(peer);
    }
    TwoWayLine line = dialling.dial(peer);
    BulkFraming.writePreamble(line.out(), dialling.home());
    return line;
  }

  private TwoWayLine ofClient(Endpoint client) throws IOException, InterruptedException {
    for (int calls = 0; calls <= CALLS; calls++) {
      synchronized (clients) {
        long deadline = System.nanoTime() + CALL_EVERY_MILLIS * 1_000_000;
        while (true) {
          TwoWayLine line = clients.get(client);
          long left = calls == 0 ? 0 : (deadline - System.nanoTime()) / 1_000_000;
          if (line != null) {
            return line;
          }
          if (left <= 0) {
            break;
          }
          clients.wait(left);
        }
      }
      if (calls < CALLS) {
        acquaintances.callForLine(client);
      }
    }
    throw new IOException("the client at %s opens no line".formatted(client));
  }

  @Override
  public @Nullable Endpoint greetedBy(byte[] greeting) {
    return acquaintances.greetedBy(greeting);
  }

  @Override
  public void opened(Endpoint client, Socket line) throws IOException {
    TwoWayLine fresh = new TwoWayLine(line);
    TwoWayLine before;
    synchronized (clients) {
      before = clients.put(client, fresh);
      clients.notifyAll();
    }
    if (before != null) {
      before.close(); // the client would not open another if it had that
    }
  }

  @Override
  public boolean isBusy(Endpoint client, Socket line) {
    synchronized (clients) {
      TwoWayLine its = clients.get(client);
      return its != null && its.socket().equals(line) && its.wasWritten(BUSY_MILLIS);
    }
  }

  @Override
  public void closed(Endpoint client, Socket line) {
    synchronized (clients) {
      clients.computeIfPresent(client, (it, its) -> its.socket().equals(line) ? null : its);
    }
  }
}
