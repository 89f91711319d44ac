package org.orbweaver.indexer.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/**
 * A conversation in which we take the metadata from a peer, whoever of us dialled.
 *
 * <pre>
 *   handshake (BEP 3)  →  extension handshake (BEP 10)  →  pieces (BEP 9)  →  verified
 *                                                       ↘  peer exchange (BEP 11), if it has none
 * </pre>
 *
 * <p>The peer's own requests are not answered: we offer no metadata, and answers would let a flood
 * of requests fill our output.
 *
 * <p>Each step the protocol needs must come within {@link SessionLimits#patience}; bytes that are
 * no step buy no time, and too many of them end the conversation.
 */
final class MetadataSession implements Conversation, PeerStream.Listener {
  private static final int MOST_LEARNED = 200;

  /** How many pieces are asked for ahead. Transmission rejects those beyond 64. */
  private static final int AHEAD = 16;

  private final Predicate<Key> wanted;
  private final Key peerId;
  private final SessionLimits limits;
  private final MemoryBudget budget;
  private final long lastMoment;
  private final BencodeReader reader = new BencodeReader(10, 2_000);
  private final BencodeWriter output = new BencodeWriter(256);
  private final BencodeWriter payload = new BencodeWriter(128);
  private final List<Endpoint> learned = new ArrayList<>();
  private final PeerStream stream = new PeerStream(this);

  private @Nullable Key infohash;
  private boolean greeted;
  private long deadline;
  private long chatterLeft;
  private int ahead = AHEAD;

  private @Nullable Extensions extensions;
  private @Nullable MetadataPieces pieces;
  private @Nullable SessionEnd end;

  private MetadataSession(
      long now, Predicate<Key> wanted, Key peerId, SessionLimits limits, MemoryBudget budget) {
    this.wanted = wanted;
    this.peerId = peerId;
    this.limits = limits;
    this.budget = budget;
    this.chatterLeft = limits.chatter();
    this.lastMoment = now + limits.total().toNanos();
    step(now);
  }

  /** We dialled and speak first. */
  static MetadataSession dialling(
      long now, Key infohash, Key peerId, SessionLimits limits, MemoryBudget budget) {
    MetadataSession session = new MetadataSession(now, infohash::equals, peerId, limits, budget);
    session.greet(infohash);
    return session;
  }

  /** A peer dialled us and says which torrent it is about. */
  static MetadataSession answering(
      long now, Predicate<Key> wanted, Key peerId, SessionLimits limits, MemoryBudget budget) {
    return new MetadataSession(now, wanted, peerId, limits, budget);
  }

  private void greet(Key torrent) {
    infohash = torrent;
    greeted = true;
    Handshake.write(output, torrent, peerId);
  }

  @Override
  public void receive(long now, byte[] bytes, int offset, int length) {
    stream.receive(now, bytes, offset, length);
  }

  @Override
  public boolean isListening() {
    return end == null;
  }

  @Override
  public void onNonsense() {
    fail(PeerFailure.MALFORMED);
  }

  /** Counts what is not metadata. */
  @Override
  public void onOther(long bytes) {
    chatterLeft -= bytes;
    if (chatterLeft < 0) {
      fail(PeerFailure.CHATTER);
    }
  }

  @Override
  public void onHandshake(long now, byte[] rest) {
    Key torrent = Handshake.infohash(rest);
    if (!wanted.test(torrent)) {
      fail(PeerFailure.OTHER_TORRENT);
      return;
    }
    if (!greeted) {
      greet(torrent);
    }
    if (!Handshake.hasExtensions(rest)) {
      fail(PeerFailure.NO_METADATA);
      return;
    }
    if (Handshake.isRtorrent(rest)) {
      ahead = 1;
    }
    step(now);
    payload.clear();
    Extensions.write(payload);
    sendExtension(0);
  }

  @Override
  public void onExtension(long now, byte[] message, int length) {
    reader.open(message, 1, length);
    switch (message[0]) {
      case 0 -> {
        onOther(length);
        onExtensions(now, Extensions.read(reader));
      }
      case Extensions.OUR_METADATA -> onMetadata(now, message, length);
      case Extensions.OUR_PEX -> {
        onOther(length);
        PeerExchange.read(reader, message, learned, MOST_LEARNED);
        if (knowsOnlyPeers()) {
          fail(PeerFailure.NO_METADATA);
        }
      }
      default -> onOther(length);
    }
    if (reader.failed()) {
      fail(PeerFailure.MALFORMED);
    }
  }

  private void onExtensions(long now, Extensions theirs) {
    if (reader.failed() || pieces != null) {
      return; // a peer may send further handshakes; what it promised first stands
    }
    boolean has = theirs.metadata() > 0 && theirs.size() > 0;
    if (theirs.size() > limits.longestMetadata()) {
      fail(PeerFailure.TOO_LARGE);
    } else if (has) {
      extensions = theirs;
      startPieces(now, new MetadataPieces((int) theirs.size(), ahead));
    } else if (theirs.pex() && extensions == null) {
      extensions = theirs; // it cannot give us metadata, but may know who can
      step(now);
    } else {
      fail(PeerFailure.NO_METADATA);
    }
  }

  private void startPieces(long now, MetadataPieces started) {
    if (budget.tryTake(started.held())) {
      pieces = started;
      step(now);
      ask(started);
    } else {
      fail(PeerFailure.NO_ROOM);
    }
  }

  private void onMetadata(long now, byte[] message, int length) {
    MetadataMessage meant = MetadataMessage.read(reader);
    switch (meant.kind()) {
      case DATA -> onPiece(now, meant.piece(), message, length);
      case REJECT -> fail(PeerFailure.REJECTED);
      case REQUEST, UNKNOWN -> onOther(length);
    }
  }

  private void onPiece(long now, long number, byte[] message, int length) {
    int start = reader.position();
    if (reader.failed() || pieces == null || !pieces.isWelcome(number, length - start)) {
      fail(PeerFailure.MALFORMED);
      return;
    }
    int piece = (int) number;
    if (!budget.tryTake(pieces.growth(piece))) {
      fail(PeerFailure.NO_ROOM);
      return;
    }
    pieces.add(piece, message, start);
    if (pieces.isComplete()) {
      verify(pieces);
    } else {
      step(now);
      ask(pieces);
    }
  }

  private void verify(MetadataPieces complete) {
    byte[] metadata = infohash == null ? new byte[0] : complete.verified(infohash);
    if (metadata.length == 0) {
      fail(PeerFailure.LIED);
    } else {
      end = new SessionEnd.Verified(metadata);
    }
  }

  private void ask(MetadataPieces asking) {
    int piece = asking.nextToAsk();
    while (piece >= 0 && extensions != null) {
      payload.clear();
      MetadataMessage.writeRequest(payload, piece);
      sendExtension(extensions.metadata());
      piece = asking.nextToAsk();
    }
  }

  /** Sends the payload as a message of the extension to which the peer gave this number. */
  private void sendExtension(int number) {
    output.raw(2 + payload.length(), Integer.BYTES).raw(PeerStream.EXTENDED, 1).raw(number, 1);
    output.raw(Bytes.of(payload.buffer(), 0, payload.length()));
  }

  private void step(long now) {
    deadline = Math.min(lastMoment, now + limits.patience().toNanos());
  }

  private void fail(PeerFailure failure) {
    if (end == null) {
      end = new SessionEnd.Failed(failure);
    }
  }

  @Override
  public void closed() {
    if (stream.isSilent()) {
      fail(PeerFailure.TURNED_AWAY);
    } else {
      fail(knowsOnlyPeers() ? PeerFailure.NO_METADATA : PeerFailure.CLOSED);
    }
  }

  @Override
  public void tick(long now) {
    if (now >= deadline) {
      fail(knowsOnlyPeers() ? PeerFailure.NO_METADATA : PeerFailure.TOO_SLOW);
    }
  }

  private boolean knowsOnlyPeers() {
    return extensions != null && pieces == null;
  }

  @Override
  public long deadline() {
    return deadline;
  }

  @Override
  public byte[] takeOutput() {
    byte[] bytes = output.toArray();
    output.clear();
    return bytes;
  }

  @Override
  public @Nullable SessionEnd end() {
    return end;
  }

  @Override
  public @Nullable Key infohash() {
    return infohash;
  }

  @Override
  public List<Endpoint> learned() {
    return learned;
  }

  @Override
  public void release() {
    if (pieces != null) {
      budget.release(pieces.held());
      pieces = null;
    }
  }
}
