package org.orbweaver.indexer.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** A peer on loopback that behaves as told to whoever dials it. */
final class TestPeer implements AutoCloseable {
  /** What the peer does with a connection; then it closes it. */
  @FunctionalInterface
  interface Behaviour {
    void with(Socket socket, InputStream in, OutputStream out)
        throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger visits = new AtomicInteger();

  TestPeer(int lastAddressByte, Behaviour behaviour) throws IOException {
    byte[] address = {127, 9, 0, (byte) lastAddressByte};
    listener = new ServerSocket(0, 50, InetAddress.getByAddress(address));
    Thread.ofVirtual().start(() -> accept(behaviour));
  }

  /** Gives this metadata to everybody, true or not. */
  static Behaviour serves(Key infohash, byte[] metadata) {
    return (socket, in, out) -> {
      in.readNBytes(68);
      say(in, out, infohash, metadata);
    };
  }

  /** Both handshakes and all pieces, unasked for the sake of brevity, then waits to be left. */
  static void say(InputStream in, OutputStream out, Key infohash, byte[] metadata)
      throws IOException {
    out.write(ScriptedPeer.handshake(infohash));
    out.write(ScriptedPeer.extensions(metadata.length));
    in.readNBytes(60); // the requests are on their way
    for (int i = 0; i * MetadataMessage.PIECE < metadata.length; i++) {
      in.readNBytes(10);
      out.write(ScriptedPeer.piece(metadata, i));
    }
    in.transferTo(OutputStream.nullOutputStream());
  }

  static Behaviour hangs() {
    return (socket, in, out) -> in.transferTo(OutputStream.nullOutputStream());
  }

  private void accept(Behaviour behaviour) {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> behave(socket, behaviour));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void behave(Socket socket, Behaviour behaviour) {
    visits.incrementAndGet();
    try (socket) {
      behaviour.with(socket, socket.getInputStream(), socket.getOutputStream());
    } catch (IOException e) {
      // the visitor left
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  Endpoint endpoint() {
    int address = ByteBuffer.wrap(listener.getInetAddress().getAddress()).getInt();
    return Endpoint.v4(address, listener.getLocalPort());
  }

  int visits() {
    return visits.get();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
