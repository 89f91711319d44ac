package org.orbweaver.app.drive;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.BiConsumer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.InetEndpoints;

/** How to get a line to another peer on which frames can be written. */
public interface Ways {
  /** Waits until there is one. */
  TwoWayLine to(Endpoint peer) throws IOException, InterruptedException;

  /** Whether it is closed when nothing was written for a while: nobody else uses it. */
  boolean isOneWay(Endpoint peer);

  /** Opens lines from one address, and tells whether that could be done. */
  record Dialling(Endpoint home, BiConsumer<Endpoint, Boolean> reached) {
    private static final int CONNECT_MILLIS = 3_000;

    TwoWayLine dial(Endpoint to) throws IOException {
      Socket socket = new Socket();
      boolean could = false;
      try {
        socket.bind(new InetSocketAddress(InetEndpoints.toInet(home).getAddress(), 0));
        socket.connect(InetEndpoints.toInet(to), CONNECT_MILLIS);
        socket.setTcpNoDelay(true);
        could = true;
        return new TwoWayLine(socket);
      } finally {
        if (!could) {
          socket.close();
        }
        reached.accept(to, could);
      }
    }
  }

  /** A line and when it was last used to write. */
  final class TwoWayLine {
    private final Socket socket;
    private final DataOutputStream out;
    private final long openedAt = System.nanoTime();
    private volatile long writtenAt = openedAt;

    TwoWayLine(Socket socket) throws IOException {
      this.socket = socket;
      this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 64 << 10));
    }

    Socket socket() {
      return socket;
    }

    /** Before anything else is written, by who opened it. */
    DataOutputStream out() {
      return out;
    }

    long openedAt() {
      return openedAt;
    }

    /** One thread writes at a time: the one of the peer's line. */
    void write(byte[] message) throws IOException {
      writtenAt = System.nanoTime();
      BulkFraming.writeFrame(out, message);
      out.flush();
      writtenAt = System.nanoTime();
    }

    boolean wasWritten(long withinMillis) {
      return System.nanoTime() - writtenAt < withinMillis * 1_000_000;
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        // It is of no use any more, whether or not it could be closed.
      }
    }
  }
}
