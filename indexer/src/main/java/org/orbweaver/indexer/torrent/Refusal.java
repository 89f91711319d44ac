package org.orbweaver.indexer.torrent;

import java.util.Locale;

/** Why bytes are no torrent we take. */
public enum Refusal {
  /** Not bencoding, or not all of it. */
  NOT_BENCODING,
  /** Something follows the dictionary: peers would hash other bytes than we. */
  TRAILING_BYTES,
  /** Containers nested beyond any honest path. */
  TOO_DEEP,
  /** More bytes, values or files than any honest torrent has. */
  TOO_LARGE,
  /** A number where a string belongs, and the like. */
  WRONG_TYPE,
  /** A key that matters is there twice, so that two readers may see two torrents. */
  DUPLICATE_KEY,
  /** A {@code .torrent} file without an info dictionary. */
  NO_INFO,
  NO_NAME,
  NO_FILES,
  /** A file without a path, or one that is both file and folder. */
  BAD_PATH,
  /** Negative, or beyond 64 bits together. */
  BAD_SIZE,
  BAD_PIECE_LENGTH,
  /** The number of piece hashes is not what the claimed size asks for. */
  PIECES_DISAGREE,
  /** A later generation of the protocol than we know. */
  UNKNOWN_VERSION,
  /** Found under a hash of the other generation, such as a v1 torrent under its SHA-256. */
  OTHER_GENERATION,
  /** A hybrid whose two halves list different files (BEP 52 says to refuse these). */
  HALVES_DISAGREE;

  /** For people: {@code pieces disagree}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
