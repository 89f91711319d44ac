package org.orbweaver.indexer.store;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the classifier is told about a torrent's files. */
public final class FileKinds {
  private static final int LONGEST_EXTENSION = 8;

  private FileKinds() {}

  /** How much of it is in files of which extension, in lower case and without the dot. */
  public static Map<String, Long> bytesByExtension(List<ListedFile> files) {
    Map<String, Long> bytes = new HashMap<>();
    for (ListedFile file : files) {
      int dot = file.path().lastIndexOf('.');
      String extension = dot < 0 ? "" : file.path().substring(dot + 1);
      if (extension.length() <= LONGEST_EXTENSION) {
        bytes.merge(extension.toLowerCase(Locale.ROOT), file.length(), ListedFile::add);
      }
    }
    return bytes;
  }
}
