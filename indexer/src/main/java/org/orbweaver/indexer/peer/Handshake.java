package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * The first thing both sides say (BEP 3).
 *
 * <pre>
 *   | 19 | "BitTorrent protocol" | 8: reserved bits | 20: infohash | 20: peer ID |
 *                                  └ bit 20 from the right: BEP 10
 * </pre>
 */
final class Handshake {
  static final byte[] PROTOCOL = "\u0013BitTorrent protocol".getBytes(US_ASCII);

  /** What follows the protocol's name. */
  static final int REST = 48;

  private static final long EXTENSIONS = 0x10_0000;

  private Handshake() {}

  static void write(BencodeWriter out, Key infohash, Key peerId) {
    out.raw(PROTOCOL).raw(EXTENSIONS, 8).raw(infohash).raw(peerId);
  }

  /** Whether bytes begin with the protocol's name; the array is at least that long. */
  static boolean isProtocol(byte[] bytes) {
    return Arrays.equals(bytes, 0, PROTOCOL.length, PROTOCOL, 0, PROTOCOL.length);
  }

  /** From what follows the protocol's name: whether the peer knows BEP 10. */
  static boolean hasExtensions(byte[] rest) {
    return (rest[5] & 0x10) != 0;
  }

  /**
   * Whether the peer's ID says it is an rTorrent, which forgets a request for metadata that comes
   * while it is still answering one (0.9.8; two in one segment, and the second is never answered).
   */
  static boolean isRtorrent(byte[] rest) {
    return rest[28] == '-' && rest[29] == 'l' && rest[30] == 't';
  }

  static Key infohash(byte[] rest) {
    return Key.read(rest, 8);
  }
}
