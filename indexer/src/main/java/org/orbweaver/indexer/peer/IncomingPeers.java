package org.orbweaver.indexer.peer;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Passive retrieval (§2.7 of the indexer paper): peers that nobody can dial, behind a NAT, dial us
 * where the DHT names us as a peer, and we take the metadata from them in the same conversation,
 * roles swapped.
 *
 * <p>A peer of a torrent we do not want is let go at its handshake without a word from us. So many
 * connections are held at a time, few from any one address; who comes beyond that is turned away.
 */
public final class IncomingPeers implements AutoCloseable {
  private static final int BACKLOG = 128;
  private static final long PAUSE_MILLIS = 100;

  private final List<ServerSocket> listeners;
  private final WantedTorrents wanted;
  private final FetchOptions options;
  private final Consumer<MetadataOutcome> done;
  private final AddressSlots slots;
  private final MemoryBudget budget;
  private final FetchCounters counters = new FetchCounters();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private IncomingPeers(
      List<ServerSocket> listeners,
      WantedTorrents wanted,
      FetchOptions options,
      Consumer<MetadataOutcome> done) {
    this.listeners = listeners;
    this.wanted = wanted;
    this.options = options;
    this.done = done;
    this.slots = new AddressSlots(options.connections(), options.perAddress());
    this.budget = new MemoryBudget(options.memory());
  }

  /**
   * Listens from now on, at every one of these addresses and nowhere else.
   *
   * @param port the same for all, since the DHT is told one; 0 for any
   * @param done is told of metadata that came, from a thread of our own; by then the torrent is no
   *     longer wanted
   */
  public static IncomingPeers listen(
      Collection<InetAddress> addresses,
      int port,
      WantedTorrents wanted,
      FetchOptions options,
      Consumer<MetadataOutcome> done)
      throws IOException {
    List<ServerSocket> listeners = new ArrayList<>();
    int chosen = port;
    for (InetAddress address : addresses) {
      ServerSocket listener = new ServerSocket();
      listeners.add(listener);
      try {
        listener.setReuseAddress(true);
        listener.bind(new InetSocketAddress(address, chosen), BACKLOG);
        chosen = listener.getLocalPort();
      } catch (IOException e) {
        for (ServerSocket each : listeners) {
          each.close();
        }
        throw new IOException(
            "cannot listen for peers on TCP %s:%d (%s); --tcp-port names another port, -1 does without"
                .formatted(address.getHostAddress(), chosen, e.getMessage()),
            e);
      }
    }
    return listen(listeners, wanted, options, done);
  }

  static IncomingPeers listen(
      List<ServerSocket> listeners,
      WantedTorrents wanted,
      FetchOptions options,
      Consumer<MetadataOutcome> done) {
    IncomingPeers peers = new IncomingPeers(List.copyOf(listeners), wanted, options, done);
    for (ServerSocket listener : listeners) {
      Thread.ofVirtual().name("incoming peers").start(() -> peers.accept(listener));
    }
    return peers;
  }

  /** The port that peers must be told. */
  public int port() {
    return listeners.getFirst().getLocalPort();
  }

  /** What has happened so far. */
  public FetchCounters counters() {
    return counters;
  }

  /**
   * When this process has no file left to open, every attempt fails at once: it waits for some to
   * be closed, instead of asking without end.
   */
  private void accept(ServerSocket listener) {
    try {
      while (!listener.isClosed()) {
        try {
          welcome(listener.accept());
        } catch (IOException e) {
          if (!listener.isClosed()) {
            counters.count(PeerFailure.CLOSED);
            Thread.sleep(PAUSE_MILLIS);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void welcome(Socket socket) throws IOException {
    Endpoint peer = endpoint((InetSocketAddress) socket.getRemoteSocketAddress());
    if (wanted.size() > 0 && slots.tryEnter(peer)) {
      Thread.ofVirtual().start(() -> converse(socket, peer));
    } else {
      socket.close();
    }
  }

  private void converse(Socket socket, Endpoint peer) {
    open.add(socket);
    try (socket) {
      PeerDialler.prepare(socket);
      MetadataSession session =
          MetadataSession.answering(
              System.nanoTime(),
              wanted::contains,
              MetadataFetch.peerId(),
              options.session(),
              budget);
      Conversation conversation =
          new IncomingConversation(
              session, plain -> new EncryptedAnswering(plain, wanted, ThreadLocalRandom.current()));
      SessionEnd end = SocketConversation.hold(socket, conversation);
      Key infohash = conversation.infohash();
      switch (end) {
        case SessionEnd.Verified(byte[] metadata) when infohash != null ->
            tell(MetadataFetch.read(infohash, metadata, peer));
        case SessionEnd.Verified _ -> counters.count(PeerFailure.MALFORMED);
        case SessionEnd.Failed(PeerFailure failure) -> counters.count(failure);
      }
    } catch (IOException e) {
      counters.count(PeerFailure.CLOSED);
    } finally {
      open.remove(socket);
      slots.leave(peer);
    }
  }

  private void tell(MetadataOutcome outcome) {
    if (wanted.remove(outcome.infohash())) { // else another peer has just given it
      counters.count(outcome);
      done.accept(outcome);
    }
  }

  private static Endpoint endpoint(InetSocketAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress().getAddress());
    return bytes.remaining() == 4
        ? Endpoint.v4(bytes.getInt(), address.getPort())
        : Endpoint.v6(bytes.getLong(), bytes.getLong(), address.getPort());
  }

  @Override
  public void close() {
    listeners.forEach(IncomingPeers::close);
    open.forEach(IncomingPeers::close);
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The system will see to it.
    }
  }
}
