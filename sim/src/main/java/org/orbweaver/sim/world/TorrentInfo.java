package org.orbweaver.sim.world;

import java.util.List;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * Made-up torrents: the n-th one's info dictionary (BEP 3), the very bytes that BEP 9 transfers and
 * whose SHA-1 is the infohash. Names are words of several scripts, a third of the torrents have
 * many files (30 on average over all), one in fifty is private (BEP 27).
 */
final class TorrentInfo {
  private static final List<String> WORDS =
      List.of(
          "amber", "archive", "ballad", "bridge", "canyon", "cinder", "delta", "echo", "ember",
          "falcon", "garden", "harbour", "island", "journey", "kernel", "lantern", "meadow",
          "mirror", "night", "orchard", "papers", "quartz", "river", "season", "signal", "summit",
          "timber", "valley", "winter", "город", "зима", "музыка", "история", "книга", "книги",
          "河流", "音楽", "映画", "歴史", "学习", "서울", "바다", "été", "señal", "größe");
  private static final List<String> ENDINGS = List.of("mkv", "mp4", "mp3", "flac", "pdf", "iso");

  private static final double FOLDERS = 1 / 3.0;
  private static final double PRIVATE = 0.02;
  private static final int MOST_FILES = 1_000;
  private static final int MOST_PIECES = 600;

  private final long seed;

  TorrentInfo(long worldSeed) {
    seed = Mix.seedFor(worldSeed, "torrents");
  }

  byte[] of(int torrent) {
    long hash = Mix.hash(seed, torrent);
    BencodeWriter writer = new BencodeWriter(4096).beginDictionary();
    int pieces = heavyTailed(Mix.hash(hash, 1), MOST_PIECES);
    int pieceLength = 1 << (15 + Mix.below(Mix.hash(hash, 2), 7));
    long length = (long) pieces * pieceLength - Mix.below(Mix.hash(hash, 3), pieceLength);
    boolean folder = isFolder(torrent);
    if (folder) {
      writer.string("files").beginList();
      files(writer, hash, length);
      writer.end();
    } else {
      writer.string("length").integer(length);
    }
    writer.string("name").string(folder ? name(torrent) : name(torrent) + '.' + ending(hash));
    writer.string("piece length").integer(pieceLength);
    writer.string("pieces").beginString(20 * pieces);
    for (int i = 0; i < pieces; i++) {
      long piece = Mix.hash(hash, 1000 + i);
      writer.raw(piece, 8).raw(Mix.mix(piece), 8).raw(piece >>> 7, 4);
    }
    if (isPrivate(torrent)) {
      writer.string("private").integer(1);
    }
    return writer.end().toArray();
  }

  boolean isPrivate(int torrent) {
    return Mix.unit(Mix.hash(seed, torrent, 4)) < PRIVATE;
  }

  boolean isFolder(int torrent) {
    return Mix.unit(Mix.hash(seed, torrent, 5)) < FOLDERS;
  }

  /** What people would search for; unique through the number at its end. */
  String name(int torrent) {
    long hash = Mix.hash(seed, torrent, 6);
    StringBuilder name = new StringBuilder();
    int words = 2 + Mix.below(hash, 4);
    for (int i = 0; i < words; i++) {
      name.append(word(Mix.hash(hash, i))).append(' ');
    }
    return name.append(1960 + Mix.below(Mix.hash(hash, 9), 66))
        .append(" t")
        .append(torrent)
        .toString();
  }

  private static void files(BencodeWriter writer, long hash, long length) {
    int files = 2 + heavyTailed(Mix.hash(hash, 7), MOST_FILES);
    long left = length;
    for (int i = 0; i < files; i++) {
      long size = i == files - 1 ? left : Math.min(left, length / files);
      left -= size;
      long named = Mix.hash(hash, 100_000 + i);
      writer.beginDictionary().string("length").integer(size).string("path").beginList();
      writer.string(String.format("%03d %s.%s", i + 1, word(named), ending(named)));
      writer.end().end();
    }
  }

  /** One to {@code most}, every power of two as likely as the next. */
  private static int heavyTailed(long hash, int most) {
    return (int) StrictMath.pow(most, Mix.unit(hash));
  }

  private static String word(long hash) {
    return WORDS.get(Mix.below(hash, WORDS.size()));
  }

  private static String ending(long hash) {
    return ENDINGS.get(Mix.below(Mix.mix(hash), ENDINGS.size()));
  }
}
