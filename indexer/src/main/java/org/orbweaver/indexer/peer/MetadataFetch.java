package org.orbweaver.indexer.peer;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.orbweaver.indexer.torrent.InfoDictionary;
import org.orbweaver.indexer.torrent.Reading;
import org.orbweaver.indexer.torrent.Refusal;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Fetches metadata over TCP: a virtual thread for each torrent and one for each peer asked. What
 * bounds it is in {@link FetchOptions}; a torrent that comes when as many as allowed are being
 * fetched is turned away.
 */
public final class MetadataFetch implements MetadataSource, AutoCloseable {
  private final FetchOptions options;
  private final PeerDialler dialler;
  private final AddressSlots slots;
  private final MemoryBudget budget;
  private final PeerMemory memory = new PeerMemory();
  private final Semaphore room;
  private final FetchCounters counters = new FetchCounters();
  private final Set<Thread> torrents = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public MetadataFetch(FetchOptions options, OutgoingRoute route) {
    this.options = options;
    this.dialler = new PeerDialler(route, options.connect());
    this.slots = new AddressSlots(options.connections(), options.perAddress());
    this.budget = new MemoryBudget(options.memory());
    this.room = new Semaphore(options.torrents());
  }

  @Override
  public boolean tryAsk(Key infohash, List<Endpoint> peers, Consumer<MetadataOutcome> done) {
    if (closed || !room.tryAcquire()) {
      return false;
    }
    Thread thread = Thread.ofVirtual().unstarted(() -> fetch(infohash, peers, done));
    torrents.add(thread);
    thread.start();
    return true;
  }

  /** What has happened so far. */
  public FetchCounters counters() {
    return counters;
  }

  private void fetch(Key infohash, List<Endpoint> peers, Consumer<MetadataOutcome> done) {
    List<Endpoint> ordered = memory.inOrder(System.nanoTime(), peers);
    TorrentFetch fetch = new TorrentFetch(options, ordered, peer -> attempt(infohash, peer));
    MetadataOutcome outcome = null;
    try {
      outcome = fetch.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closing: what has not come counts as not obtained
    } finally {
      torrents.remove(Thread.currentThread());
      room.release();
    }
    MetadataOutcome told =
        outcome == null ? new MetadataOutcome.Failed(infohash, fetch.failures()) : outcome;
    counters.count(told);
    done.accept(told);
  }

  private TorrentFetch.Result attempt(Key infohash, Endpoint peer) {
    if (!dialler.mayDial(peer) || memory.shuns(System.nanoTime(), peer, infohash)) {
      return failed(PeerFailure.NOT_DIALLED);
    }
    try {
      slots.enter(peer);
    } catch (InterruptedException e) {
      return failed(PeerFailure.CANCELLED);
    }
    try {
      return ask(infohash, peer);
    } finally {
      slots.leave(peer);
    }
  }

  private TorrentFetch.Result ask(Key infohash, Endpoint peer) {
    Encryption encryption = options.encryption();
    TorrentFetch.Result result = ask(infohash, peer, encryption == Encryption.ALWAYS);
    return result.failure() == PeerFailure.TURNED_AWAY && encryption == Encryption.WHEN_TURNED_AWAY
        ? ask(infohash, peer, true)
        : result;
  }

  private TorrentFetch.Result ask(Key infohash, Endpoint peer, boolean encrypted) {
    try (Socket socket = dialler.dial(peer)) {
      Conversation conversation = conversation(infohash, encrypted);
      SessionEnd end = SocketConversation.hold(socket, conversation);
      return switch (end) {
        case SessionEnd.Verified(byte[] metadata) ->
            new TorrentFetch.Result(
                read(infohash, metadata, peer), PeerFailure.CANCELLED, List.of());
        case SessionEnd.Failed(PeerFailure failure) ->
            failed(infohash, peer, failure, conversation.learned());
      };
    } catch (IOException e) {
      return failed(infohash, peer, PeerFailure.UNREACHABLE, List.of());
    }
  }

  private Conversation conversation(Key infohash, boolean encrypted) {
    MetadataSession session =
        MetadataSession.dialling(System.nanoTime(), infohash, peerId(), options.session(), budget);
    return encrypted
        ? new EncryptedDialling(session, infohash, ThreadLocalRandom.current())
        : session;
  }

  /** Verified metadata as an outcome: it must also be a torrent, and one that this hash names. */
  static MetadataOutcome read(Key infohash, byte[] metadata, Endpoint peer) {
    return switch (InfoDictionary.read(metadata)) {
      case Reading.Accepted(var torrent) when torrent.keys().contains(infohash) ->
          new MetadataOutcome.Obtained(infohash, torrent, peer);
      case Reading.Accepted _ -> new MetadataOutcome.Refused(infohash, Refusal.OTHER_GENERATION);
      case Reading.Refused(var reason) -> new MetadataOutcome.Refused(infohash, reason);
    };
  }

  private TorrentFetch.Result failed(
      Key infohash, Endpoint peer, PeerFailure failure, List<Endpoint> learned) {
    boolean cancelled = Thread.currentThread().isInterrupted();
    PeerFailure told = cancelled ? PeerFailure.CANCELLED : failure;
    memory.note(System.nanoTime(), peer, infohash, told);
    counters.count(told);
    return new TorrentFetch.Result(null, told, learned);
  }

  private TorrentFetch.Result failed(PeerFailure failure) {
    counters.count(failure);
    return new TorrentFetch.Result(null, failure, List.of());
  }

  /** Azureus style: who we are, and twelve random bytes for each conversation. */
  static Key peerId() {
    Key random = Key.random(ThreadLocalRandom.current());
    return new Key(OUR_CLIENT, random.middle(), random.low());
  }

  /** The letters {@code -OW0100-}. */
  private static final long OUR_CLIENT = 0x2D4F_5730_3130_302DL;

  /** Ends what is under way; each is told as not obtained. */
  @Override
  public void close() {
    closed = true;
    torrents.forEach(Thread::interrupt);
  }
}
