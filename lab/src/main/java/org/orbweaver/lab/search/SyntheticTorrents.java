package org.orbweaver.lab.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.orbweaver.indexer.store.Entry;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.kademlia.Key;

/**
 * Torrents that look like those in the DHT, each computed from the seed and its number alone.
 *
 * <p>Words follow Zipf's law over 200,000 invented ones, with the usual technical ones around them.
 * One torrent in eight has a Chinese, Japanese or Korean title. Two in five have one file; the
 * others' number is log-normal with a long tail, so that the mean is 30. Half the swarms are empty,
 * the others' sizes follow a power law.
 */
public final class SyntheticTorrents {
  private static final int VOCABULARY = 200_000;
  private static final int MOST_FILES = 5_000;
  private static final String[] SYLLABLES = {
    "ka", "ro", "min", "ta", "len", "vi", "sor", "da", "pel", "gu", "an", "che", "bri", "os", "tu",
    "mar", "fi", "lo", "nex", "qua", "rin", "sa", "the", "ul", "wen", "ya", "zor", "ble", "cr",
        "dun"
  };
  private static final String[] RESOLUTIONS = {
    "1080p", "1080p", "1080p", "720p", "720p", "2160p", "480p"
  };
  private static final String[] SOURCES = {"WEB-DL", "WEBRip", "BluRay", "HDTV", "DVDRip", "BDRip"};
  private static final String[] CODECS = {"x264", "x265", "H.264", "HEVC", "XviD", "AV1"};

  private final long seed;

  public SyntheticTorrents(long seed) {
    this.seed = seed;
  }

  private SplittableRandom random(long number, int aspect) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number * 31 + aspect);
  }

  public Entry torrent(long number) {
    SplittableRandom random = random(number, 0);
    Key hash = new Key(random.nextLong(), random.nextLong(), random.nextInt());
    String title = title(random);
    int files = files(random);
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> series(hash, title, files, random);
      case 3, 4, 5 -> film(hash, title, files, random);
      case 6, 7 -> music(hash, title, files, random);
      default -> folder(hash, title, files, random);
    };
  }

  public SwarmCount swarm(long number, Key hash) {
    SplittableRandom random = random(number, 1);
    if (random.nextInt(2) == 0) {
      return new SwarmCount(hash, 0, random.nextInt(2));
    }
    int seeders = (int) Math.min(50_000, Math.pow(1 - random.nextDouble(), -1 / 0.9));
    return new SwarmCount(hash, seeders, random.nextInt(seeders / 2 + 2));
  }

  /** A word as frequent as its rank says; rank 0 is the most frequent. */
  static String word(int rank) {
    StringBuilder word = new StringBuilder();
    int rest = rank + SYLLABLES.length;
    while (rest > 0) {
      word.append(SYLLABLES[rest % SYLLABLES.length]);
      rest /= SYLLABLES.length;
    }
    return word.toString();
  }

  private static String word(SplittableRandom random) {
    // The inverse of Zipf's distribution with exponent 1, continuous: ranks are log-uniform.
    int rank = (int) Math.pow(VOCABULARY, random.nextDouble()) - 1;
    String word = word(rank);
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static String title(SplittableRandom random) {
    StringBuilder title = new StringBuilder();
    int script = random.nextInt(24);
    if (script < 3) {
      int length = 3 + random.nextInt(7);
      for (int i = 0; i < length; i++) {
        title.appendCodePoint(
            switch (script) {
              case 0 -> 0x4e00 + (int) Math.pow(6_000, random.nextDouble());
              case 1 -> (random.nextInt(3) == 0 ? 0x5000 : 0x3042) + random.nextInt(80);
              default -> 0xac00 + (int) Math.pow(10_000, random.nextDouble());
            });
      }
      return title.toString();
    }
    int length = 1 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      title.append(i == 0 ? "" : " ").append(word(random));
    }
    return title.toString();
  }

  private static int files(SplittableRandom random) {
    if (random.nextInt(5) < 2) {
      return 1;
    }
    double size = Math.exp(3.07 + 1.3 * random.nextGaussian());
    return 2 + (int) Math.min(MOST_FILES, size);
  }

  /** By hand: formats took half the time of making a catalog. */
  private static String padded(int number, int digits) {
    String text = Integer.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }

  private static String quality(SplittableRandom random) {
    return RESOLUTIONS[random.nextInt(RESOLUTIONS.length)]
        + "."
        + SOURCES[random.nextInt(SOURCES.length)]
        + "."
        + CODECS[random.nextInt(CODECS.length)]
        + "-"
        + word(random).toUpperCase(Locale.ROOT);
  }

  private static Entry series(Key hash, String title, int files, SplittableRandom random) {
    int season = 1 + random.nextInt(9);
    String quality = quality(random);
    String dotted = title.replace(' ', '.');
    String name =
        files == 1
            ? String.format("%s.S%02dE%02d.%s.mkv", dotted, season, 1 + random.nextInt(24), quality)
            : String.format("%s.S%02d.%s", dotted, season, quality);
    List<ListedFile> list = new ArrayList<>(files);
    for (int i = 0; i < files; i++) {
      String episode = dotted + ".S" + padded(season, 2) + "E" + padded(i / 2 + 1, 2);
      String path =
          i % 2 == 0
              ? episode + "." + word(random) + "." + word(random) + "." + quality + ".mkv"
              : "Subs/" + episode + "." + quality + ".srt";
      list.add(
          new ListedFile(
              files == 1 ? name : path,
              i % 2 == 0 ? random.nextLong(1L << 28, 1L << 32) : random.nextLong(40_000, 90_000)));
    }
    return new Entry(hash, name, list);
  }

  private static Entry film(Key hash, String title, int files, SplittableRandom random) {
    String name =
        title.replace(' ', '.') + "." + (1960 + random.nextInt(66)) + "." + quality(random);
    List<ListedFile> list = new ArrayList<>(files);
    list.add(new ListedFile(name + ".mkv", random.nextLong(1L << 29, 1L << 35)));
    for (int i = 1; i < files; i++) {
      String path =
          switch (i) {
            case 1 -> name + ".nfo";
            case 2 -> "Sample/sample-" + name + ".mkv";
            default -> "Extras/" + word(random) + " " + word(random) + " " + i + ".mkv";
          };
      list.add(new ListedFile(path, random.nextLong(1_000, 1L << 27)));
    }
    return new Entry(hash, name, list);
  }

  private static Entry music(Key hash, String title, int files, SplittableRandom random) {
    boolean lossless = random.nextInt(3) == 0;
    String name =
        String.format(
            "%s %s - %s (%d) [%s]",
            word(random),
            word(random),
            title,
            1970 + random.nextInt(56),
            lossless ? "FLAC" : "320kbps MP3");
    List<ListedFile> list = new ArrayList<>(files);
    for (int i = 0; i < files; i++) {
      list.add(
          new ListedFile(
              "CD"
                  + (i / 15 + 1)
                  + "/"
                  + padded(i % 15 + 1, 2)
                  + " - "
                  + word(random)
                  + " "
                  + word(random)
                  + " "
                  + word(random)
                  + "."
                  + (lossless ? "flac" : "mp3"),
              random.nextLong(3_000_000, 60_000_000)));
    }
    return new Entry(hash, name, list);
  }

  private static Entry folder(Key hash, String title, int files, SplittableRandom random) {
    String[] kinds = {"pdf", "epub", "jpg", "zip", "dll", "exe", "iso", "mp4", "png", "txt"};
    String name =
        title + (random.nextInt(2) == 0 ? " Collection" : " v" + random.nextInt(20) + ".1");
    List<ListedFile> list = new ArrayList<>(files);
    for (int i = 0; i < files; i++) {
      list.add(
          new ListedFile(
              word(random)
                  + "/"
                  + word(random)
                  + "_"
                  + word(random)
                  + "_"
                  + padded(random.nextInt(10_000), 4)
                  + "."
                  + kinds[random.nextInt(kinds.length)],
              random.nextLong(10_000, 1L << 28)));
    }
    return new Entry(hash, name, list);
  }
}
