package org.orbweaver.app.drive;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * The lines of a peer that cannot be reached: it opens them all, one to each member that has
 * something large for it or that it has something large for, and frames go both ways on them.
 */
public final class ClientWays implements Ways {
  private static final int SILENCE_MILLIS = 60_000;

  /** A member that calls so soon after a line was opened has just not seen it yet. */
  private static final long FRESH_NANOS = 3_000_000_000L;

  private static final int LOCKS = 64;

  /** By which a member knows whose line it is; null if hands were not shaken. Any thread asks. */
  @FunctionalInterface
  public interface Greetings {
    byte @Nullable [] to(Endpoint member);
  }

  private final Dialling dialling;
  private final Greetings greetings;
  private final FrameReader reader;
  private final Map<Endpoint, TwoWayLine> lines = new ConcurrentHashMap<>();
  private final Object[] locks = new Object[LOCKS];

  public ClientWays(Dialling dialling, Greetings greetings, BulkListener.Receiver receiver) {
    this.dialling = dialling;
    this.greetings = greetings;
    this.reader = new FrameReader(receiver, () -> true);
    for (int lock = 0; lock < LOCKS; lock++) {
      locks[lock] = new Object();
    }
  }

  @Override
  public boolean isOneWay(Endpoint peer) {
    return false;
  }

  @Override
  public TwoWayLine to(Endpoint member) throws IOException {
    synchronized (lock(member)) {
      TwoWayLine line = lines.get(member);
      return line != null && !line.socket().isClosed() ? line : open(member);
    }
  }

  private Object lock(Endpoint member) {
    return locks[Math.floorMod(member.hashCode(), LOCKS)];
  }

  /** A member has something for this client, and no line to send it on. */
  public void wantedBy(Endpoint member) {
    Thread.ofVirtual()
        .name("bulk for " + member)
        .start(
            () -> {
              synchronized (lock(member)) {
                TwoWayLine line = lines.get(member);
                if (line != null && System.nanoTime() - line.openedAt() < FRESH_NANOS) {
                  return;
                }
                if (line != null) {
                  line.close(); // the other end is gone, or knows this client by another session
                }
                try {
                  open(member);
                } catch (IOException e) {
                  // It has been told that it cannot be reached; it will call again.
                }
              }
            });
  }

  private TwoWayLine open(Endpoint member) throws IOException {
    byte[] greeting = greetings.to(member);
    if (greeting == null) {
      throw new IOException("hands were not shaken with " + member);
    }
    TwoWayLine line = dialling.dial(member);
    BulkFraming.writeClientPreamble(line.out(), greeting);
    line.out().flush();
    lines.put(member, line);
    Thread.ofVirtual().name("bulk from " + member).start(() -> hear(member, line));
    return line;
  }

  private void hear(Endpoint member, TwoWayLine line) {
    try {
      reader.passAll(line.socket(), member, SILENCE_MILLIS, () -> line.wasWritten(SILENCE_MILLIS));
    } catch (IOException e) {
      // The other end is gone or has nothing to say: an ordinary end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lines.remove(member, line);
      line.close();
    }
  }

  /** Breaks all lines. */
  public void close() {
    lines.values().forEach(TwoWayLine::close);
  }
}
