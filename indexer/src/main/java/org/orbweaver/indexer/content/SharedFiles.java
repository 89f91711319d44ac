package org.orbweaver.indexer.content;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.indexer.store.ListedFile;

/** How much two torrents have in common, by the lengths of their files. */
public final class SharedFiles {
  /** By so many of its largest files a torrent is found from others that have them, too. */
  private static final int MOST_LANDMARKS = 4;

  private SharedFiles() {}

  /** The lengths by which others that share files with it are looked for. */
  public static List<Long> landmarks(List<ListedFile> files) {
    return FileFingerprint.weighty(files).stream()
        .map(ListedFile::length)
        .distinct()
        .limit(MOST_LANDMARKS)
        .toList();
  }

  /** The bytes in files that both have, as a share of the bytes that either has. */
  public static double share(List<ListedFile> one, List<ListedFile> other) {
    Map<Long, Integer> unmatched = new HashMap<>();
    double all = 0;
    for (ListedFile file : FileFingerprint.weighty(one)) {
      unmatched.merge(file.length(), 1, Integer::sum);
      all += file.length();
    }
    double common = 0;
    for (ListedFile file : FileFingerprint.weighty(other)) {
      int left = unmatched.getOrDefault(file.length(), 0);
      if (left > 0) {
        unmatched.put(file.length(), left - 1);
        common += file.length();
      } else {
        all += file.length();
      }
    }
    return all == 0 ? 0 : common / all;
  }
}
