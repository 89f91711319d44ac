package org.orbweaver.indexer.content;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.orbweaver.indexer.store.ListedFile;

/**
 * One number for the files of a torrent, the same for all torrents with the same files whatever
 * they and their files are called. It is made of the lengths of the files that matter; leaflets and
 * advertisements, which whoever publishes a torrent again adds or leaves out, do not.
 *
 * <p>Lengths are no hashes of content: of films with about 10⁹ possible lengths each, a million
 * have one chance in a thousand that another one is just as long. So the number says "look here",
 * and what is folded can be unfolded.
 */
public final class FileFingerprint {
  /** Smaller files are too often as long as others: covers, subtitles, playlists. */
  public static final long LEAST = 1 << 20;

  /** A file this much smaller than the largest is not what the torrent is about. */
  private static final int FRACTION = 100;

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private FileFingerprint() {}

  /** Empty if no file is large enough to tell. */
  public static OptionalLong of(List<ListedFile> files) {
    long[] lengths = weighty(files).stream().mapToLong(ListedFile::length).toArray();
    if (lengths.length == 0) {
      return OptionalLong.empty();
    }
    long sum = lengths.length;
    for (long length : lengths) {
      sum = mix(sum ^ mix(length));
    }
    return OptionalLong.of(sum >>> 4);
  }

  /** The files that make up the torrent, the largest first. */
  static List<ListedFile> weighty(List<ListedFile> files) {
    long largest = files.stream().mapToLong(ListedFile::length).max().orElse(0);
    long least = Math.max(LEAST, largest / FRACTION);
    return files.stream()
        .filter(file -> file.length() >= least)
        .sorted(Comparator.comparingLong(ListedFile::length).reversed())
        .toList();
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 32) * GOLDEN;
    return mixed ^ mixed >>> 29;
  }
}
