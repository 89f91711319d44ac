package org.orbweaver.indexer.peer;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * A conversation inside message stream encryption, which some clients insist on.
 *
 * <pre>
 *   dialler                                                    answerer
 *   public key | padding                                  →
 *                                                         ←    public key | padding
 *   H(req1, S) | H(req2, infohash) ^ H(req3, S)           →
 *   RC4( 8 zeros | 4: offered | 2: length, padding
 *        | 2: length, first words )
 *                                                         ←    RC4( 8 zeros | 4: chosen | 2: length, padding )
 * </pre>
 *
 * <p>Paddings hide the lengths, so each side finds the other's next part by looking for bytes that
 * only the secret S explains. Afterwards all is RC4, or plain if that was chosen.
 */
abstract class EncryptedConversation implements Conversation {
  static final int PLAIN = 1;
  static final int RC4 = 2;

  /** The zeros by which the decryption is known to be right. */
  static final int CHECK = 8;

  private static final int LONGEST_PADDING = 512;

  /** All that may come before the first decrypted word, with room to spare. */
  private static final int LONGEST_HANDSHAKE = 4_096;

  final MetadataSession session;
  final BencodeWriter output = new BencodeWriter(1_024);
  final KeyExchange exchange;
  private final RandomGenerator random;

  private byte[] pending = new byte[256];
  private int filled;
  private boolean established;
  private @Nullable Rc4 incoming;
  private @Nullable Rc4 outgoing;
  private @Nullable SessionEnd failure;

  EncryptedConversation(MetadataSession session, RandomGenerator random) {
    this.session = session;
    this.random = random;
    this.exchange = new KeyExchange(random);
  }

  /** Takes the next part of the handshake if enough has come; false if not yet. */
  abstract boolean advance(long now);

  final void sendPublicKey() {
    byte[] padding = new byte[random.nextInt(LONGEST_PADDING + 1)];
    random.nextBytes(padding);
    output.raw(exchange.publicKey()).raw(padding);
  }

  /** Both directions' ciphers, from the shared secret and the torrent both know. */
  final void agree(byte[] secret, Key infohash, boolean weDialled) {
    byte[] torrent = infohash.toBytes();
    Rc4 diallers = new Rc4(KeyExchange.hash("keyA", secret, torrent));
    Rc4 answerers = new Rc4(KeyExchange.hash("keyB", secret, torrent));
    outgoing = weDialled ? diallers : answerers;
    incoming = weDialled ? answerers : diallers;
  }

  /** From here on the session's own bytes are exchanged. */
  final void establish(long now, int chosen) {
    established = true;
    if (chosen == PLAIN) {
      incoming = null;
      outgoing = null;
    }
    byte[] rest = take(filled);
    decrypt(rest, 0, rest.length);
    session.receive(now, rest, 0, rest.length);
  }

  final boolean has(int bytes) {
    return filled >= bytes;
  }

  /** The next bytes, as they came; there are so many. */
  final byte[] take(int bytes) {
    byte[] taken = Arrays.copyOf(pending, bytes);
    filled -= bytes;
    System.arraycopy(pending, bytes, pending, 0, filled);
    return taken;
  }

  final byte[] takeDecrypted(int bytes) {
    byte[] taken = take(bytes);
    decrypt(taken, 0, bytes);
    return taken;
  }

  /** Drops all up to and including a mark; false if it has not come, a failure if it cannot. */
  final boolean takeThrough(byte[] mark) {
    for (int at = 0; at + mark.length <= filled; at++) {
      if (Arrays.equals(pending, at, at + mark.length, mark, 0, mark.length)) {
        take(at + mark.length);
        return true;
      }
    }
    if (filled >= LONGEST_PADDING + mark.length) {
      fail(PeerFailure.MALFORMED);
    }
    return false;
  }

  final void fail(PeerFailure reason) {
    failure = new SessionEnd.Failed(reason);
  }

  /** Encrypts in place. */
  final byte[] encrypt(byte[] bytes) {
    if (outgoing != null) {
      outgoing.apply(bytes, 0, bytes.length);
    }
    return bytes;
  }

  final void decrypt(byte[] bytes, int offset, int length) {
    if (incoming != null) {
      incoming.apply(bytes, offset, length);
    }
  }

  @Override
  public final void receive(long now, byte[] bytes, int offset, int length) {
    if (established) {
      decrypt(bytes, offset, length);
      session.receive(now, bytes, offset, length);
      return;
    }
    if (filled + length > pending.length) {
      pending = Arrays.copyOf(pending, Math.max(2 * pending.length, filled + length));
    }
    System.arraycopy(bytes, offset, pending, filled, length);
    filled += length;
    boolean moved = true;
    while (moved && failure == null && !established) {
      moved = advance(now);
    }
    if (!established && filled > LONGEST_HANDSHAKE) {
      fail(PeerFailure.MALFORMED);
    }
  }

  @Override
  public final byte[] takeOutput() {
    if (established) {
      output.raw(encrypt(session.takeOutput()));
    }
    byte[] bytes = output.toArray();
    output.clear();
    return bytes;
  }

  @Override
  public final @Nullable SessionEnd end() {
    return failure == null ? session.end() : failure;
  }

  @Override
  public final void closed() {
    session.closed();
  }

  @Override
  public final void tick(long now) {
    session.tick(now);
  }

  @Override
  public final long deadline() {
    return session.deadline();
  }

  @Override
  public final @Nullable Key infohash() {
    return session.infohash();
  }

  @Override
  public final List<Endpoint> learned() {
    return session.learned();
  }

  @Override
  public final void release() {
    session.release();
  }
}
