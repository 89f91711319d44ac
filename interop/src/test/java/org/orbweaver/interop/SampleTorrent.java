package org.orbweaver.interop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

/**
 * A torrent of one file, different for every seed. Its metadata does not fit in one block of BEP 9
 * (16 KiB), so that a client which gets it has asked more than once.
 */
final class SampleTorrent {
  private static final int PIECE = 16 << 10;
  private static final int PIECES = 1_000;

  private final String name;
  private final byte[] payload;
  private final byte[] info;

  private SampleTorrent(String name, byte[] payload, byte[] info) {
    this.name = name;
    this.payload = payload;
    this.info = info;
  }

  static SampleTorrent of(long seed) {
    byte[] payload = new byte[PIECE * PIECES];
    new Random(seed).nextBytes(payload);
    byte[] hashes = new byte[20 * PIECES];
    for (int i = 0; i < PIECES; i++) {
      byte[] piece = Arrays.copyOfRange(payload, i * PIECE, (i + 1) * PIECE);
      System.arraycopy(sha1(piece), 0, hashes, 20 * i, 20);
    }
    String name = "payload-" + seed;
    String start =
        "d6:lengthi%de4:name%d:%s12:piece lengthi%de6:pieces%d:"
            .formatted(payload.length, name.length(), name, PIECE, hashes.length);
    return new SampleTorrent(name, payload, join(start, hashes, "e"));
  }

  String infohash() {
    return HexFormat.of().formatHex(sha1(info));
  }

  String magnet() {
    return "magnet:?xt=urn:btih:" + infohash();
  }

  /** What a client reports that has got the metadata. */
  String metadata() {
    return infohash() + " " + name;
  }

  /** Writes the payload into a directory, for a seeder, and the torrent file beside it. */
  Path writeInto(Path directory) throws IOException {
    Files.write(directory.resolve(name), payload);
    return Files.write(directory.resolve(name + ".torrent"), join("d4:info", info, "e"));
  }

  private static byte[] join(String start, byte[] middle, String end) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(start.getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(middle);
    out.writeBytes(end.getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  private static byte[] sha1(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }
}
