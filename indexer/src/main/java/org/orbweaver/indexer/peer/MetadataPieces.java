package org.orbweaver.indexer.peer;

import java.util.Arrays;
import org.orbweaver.indexer.torrent.Sha1;
import org.orbweaver.indexer.torrent.Sha256;
import org.orbweaver.kademlia.Key;

/**
 * The metadata that one peer gives, growing piece by piece. Pieces are asked for in order, so many
 * ahead, and may come in any order. All come from one peer: only the whole can be verified, and a
 * lie must have one author.
 */
final class MetadataPieces {
  private final int size;
  private final int ahead;
  private final int count;
  private final boolean[] arrived;
  private byte[] bytes;
  private int asked;
  private int received;

  MetadataPieces(int size, int ahead) {
    this.size = size;
    this.ahead = ahead;
    count = (size + MetadataMessage.PIECE - 1) / MetadataMessage.PIECE;
    arrived = new boolean[count];
    bytes = new byte[Math.min(size, MetadataMessage.PIECE)];
  }

  /** The next piece to ask for, or −1 if enough are on their way. */
  int nextToAsk() {
    return asked < count && asked - received < ahead ? asked++ : -1;
  }

  /** Whether this piece was asked for, has not come yet, and is as long as it must be. */
  boolean isWelcome(long piece, int length) {
    return piece >= 0
        && piece < asked
        && !arrived[(int) piece]
        && length == end((int) piece) - (int) piece * MetadataMessage.PIECE;
  }

  /**
   * How many bytes more will be held once this piece is added. Since few pieces are asked for
   * ahead, a peer cannot make us hold much more than it has sent.
   */
  int growth(int piece) {
    int needed = end(piece);
    return needed <= bytes.length
        ? 0
        : (int) Math.min(size, Math.max(needed, 2L * bytes.length)) - bytes.length;
  }

  /** Adds a welcome piece. */
  void add(int piece, byte[] from, int offset) {
    int growth = growth(piece);
    if (growth > 0) {
      bytes = Arrays.copyOf(bytes, bytes.length + growth);
    }
    int start = piece * MetadataMessage.PIECE;
    System.arraycopy(from, offset, bytes, start, end(piece) - start);
    arrived[piece] = true;
    received++;
  }

  boolean isComplete() {
    return received == count;
  }

  /** The bytes held, which is what they cost. */
  int held() {
    return bytes.length;
  }

  /**
   * The whole if its hash is the one wanted, by SHA-1 or, since nobody can tell by looking at a
   * key, by the first 20 bytes of SHA-256 (BEP 52); else an empty array.
   */
  byte[] verified(Key infohash) {
    byte[] whole = bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
    boolean right =
        Sha1.of(whole).equals(infohash) || Sha256.of(whole).truncated().equals(infohash);
    return right ? whole : new byte[0];
  }

  private int end(int piece) {
    return Math.min(size, (piece + 1) * MetadataMessage.PIECE);
  }
}
