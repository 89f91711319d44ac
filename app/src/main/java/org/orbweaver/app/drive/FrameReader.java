package org.orbweaver.app.drive;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.orbweaver.kademlia.Endpoint;

/**
 * Reads messages off lines, whoever opened them.
 *
 * <p>Bounded: so many bytes of messages are in memory at once, of one line a single message: the
 * next is read when the peer has dealt with it. A message has its time in all, however slowly it
 * drips.
 */
final class FrameReader {
  private static final int MOST_KIBIBYTES = 64 << 10;
  private static final int DEALING_MILLIS = 60_000;

  /** For the longest message over a slow line. */
  private static final int MESSAGE_MILLIS = 120_000;

  private static final int LENGTH_MILLIS = 5_000;
  private static final int ROOM_MILLIS = 10_000;

  /** It stopped in the middle of something. */
  private static final class SilentLine extends IOException {
    private static final long serialVersionUID = 1;

    SilentLine() {
      super("too slow");
    }
  }

  private final BulkListener.Receiver receiver;
  private final BooleanSupplier closed;
  private final Semaphore room = new Semaphore(MOST_KIBIBYTES);

  /**
   * @param closed whether nobody will deal with messages any more
   */
  FrameReader(BulkListener.Receiver receiver, BooleanSupplier closed) {
    this.receiver = receiver;
    this.closed = closed;
  }

  /**
   * Passes messages on until one claims a length that none has, or there is no room for it.
   *
   * @param silence in milliseconds, after which the line ends
   * @param busy whether it is used all the same, in the other direction
   * @throws IOException when the line ends
   */
  void passAll(Socket line, Endpoint from, int silence, BooleanSupplier busy)
      throws IOException, InterruptedException {
    int length = BulkFraming.length(awaited(line, silence, busy));
    while (length > 0 && pass(line, from, length)) {
      length = BulkFraming.length(awaited(line, silence, busy));
    }
  }

  /** The length of the next message, as it is written. */
  private static byte[] awaited(Socket line, int silence, BooleanSupplier busy) throws IOException {
    while (true) {
      try {
        line.setSoTimeout(silence);
        int first = line.getInputStream().read();
        if (first < 0) {
          throw new EOFException();
        }
        byte[] rest = read(line, Integer.BYTES - 1, LENGTH_MILLIS);
        return new byte[] {(byte) first, rest[0], rest[1], rest[2]};
      } catch (SocketTimeoutException e) {
        if (!busy.getAsBoolean()) {
          throw e;
        }
      }
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
      while (!dealtWith.await(DEALING_MILLIS, TimeUnit.MILLISECONDS)) {
        if (closed.getAsBoolean()) {
          return false;
        }
      }
      return true;
    } finally {
      room.release(kibibytes);
    }
  }

  /** So many bytes, within that time in all. */
  static byte[] read(Socket line, int count, int millis) throws IOException {
    long deadline = System.nanoTime() + millis * 1_000_000L;
    byte[] bytes = new byte[count];
    int filled = 0;
    while (filled < count) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SilentLine();
      }
      line.setSoTimeout((int) left);
      int more = some(line, bytes, filled);
      if (more < 0) {
        throw new EOFException();
      }
      filled += more;
    }
    return bytes;
  }

  private static int some(Socket line, byte[] bytes, int filled) throws IOException {
    try {
      return line.getInputStream().read(bytes, filled, bytes.length - filled);
    } catch (SocketTimeoutException e) {
      throw new SilentLine();
    }
  }
}
