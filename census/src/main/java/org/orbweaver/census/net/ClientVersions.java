package org.orbweaver.census.net;

import org.orbweaver.wire.bencode.Bytes;

/** A client's version as four bytes in a number, as snapshots keep it. */
final class ClientVersions {
  private static final int BYTES = 4;

  private ClientVersions() {}

  /** 0 if none was told, or one that is not as is the custom. */
  static int number(Bytes version) {
    if (version.length() != BYTES) {
      return 0;
    }
    return version.at(0) << 24
        | (version.at(1) & 0xFF) << 16
        | (version.at(2) & 0xFF) << 8
        | version.at(3) & 0xFF;
  }
}
