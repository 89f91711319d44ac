package org.orbweaver.sim.world.loopback;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Conversations over TCP, one virtual thread each and so many at once; who comes when all are taken
 * is turned away.
 */
final class OpenConnections implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  /** What is said over one connection, until it returns or fails. */
  @FunctionalInterface
  interface Conversation {
    void hold(Socket socket) throws IOException;
  }

  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Semaphore room;
  private volatile boolean closed;

  OpenConnections(int most) {
    room = new Semaphore(most);
  }

  /** Holds the conversation in its own thread and closes the socket; or returns false. */
  boolean tryHold(Socket socket, Conversation conversation) {
    if (closed || !room.tryAcquire()) {
      return false;
    }
    Thread.ofVirtual().start(() -> hold(socket, conversation));
    return true;
  }

  private void hold(Socket socket, Conversation conversation) {
    sockets.add(socket);
    try (socket) {
      if (!closed) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        conversation.hold(socket);
      }
    } catch (IOException e) {
      // The other side left or broke the protocol: nobody to tell.
    } finally {
      sockets.remove(socket);
      room.release();
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // The system will see to it.
      }
    }
  }
}
