package org.orbweaver.indexer.torrent;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.wire.bencode.Bytes;

/**
 * Turns the names of one torrent into text. They should be UTF-8; where one is not, all such names
 * of the torrent are taken to share one older character set: the one the {@code .torrent} file
 * claims, or else the one that {@link CharsetGuess} finds likeliest.
 */
final class TorrentNames {
  /** As much of the odd names as is looked at for the guess. */
  private static final int SAMPLE = 4_096;

  private final @Nullable Charset legacy;

  private TorrentNames(@Nullable Charset legacy) {
    this.legacy = legacy;
  }

  static TorrentNames of(Bytes name, List<RawFile> files, String claimedEncoding) {
    ByteBuffer odd = ByteBuffer.allocate(SAMPLE);
    sample(odd, name);
    for (RawFile file : files) {
      for (Bytes segment : file.path()) {
        sample(odd, segment);
      }
    }
    if (odd.position() == 0) {
      return new TorrentNames(null);
    }
    byte[] sample = new byte[odd.position()];
    odd.flip().get(sample);
    Charset claimed = charset(claimedEncoding);
    return new TorrentNames(
        claimed != null && CharsetGuess.fits(claimed, sample) ? claimed : CharsetGuess.of(sample));
  }

  String name(Bytes raw) {
    return SafeText.segment(decode(raw));
  }

  String path(List<Bytes> raw) {
    if (raw.size() == 1) {
      return name(raw.getFirst());
    }
    StringBuilder path = new StringBuilder();
    for (Bytes segment : raw) {
      path.append(path.isEmpty() ? "" : "/").append(name(segment));
    }
    return path.toString();
  }

  private String decode(Bytes raw) {
    String text = raw.text();
    return legacy == null || isUtf8(text) ? text : new String(raw.toArray(), legacy);
  }

  private static void sample(ByteBuffer odd, Bytes raw) {
    if (odd.hasRemaining() && !isUtf8(raw.text())) {
      byte[] bytes = raw.toArray();
      odd.put(bytes, 0, Math.min(bytes.length, odd.remaining()));
    }
  }

  /** A replacement character that somebody wrote on purpose is not worth telling apart. */
  private static boolean isUtf8(String decoded) {
    return decoded.indexOf('\uFFFD') < 0;
  }

  private static @Nullable Charset charset(String name) {
    try {
      Charset charset = name.isEmpty() ? null : Charset.forName(name);
      return StandardCharsets.UTF_8.equals(charset) ? null : charset;
    } catch (IllegalCharsetNameException | java.nio.charset.UnsupportedCharsetException e) {
      return null; // a stranger's claim: without it we guess
    }
  }
}
