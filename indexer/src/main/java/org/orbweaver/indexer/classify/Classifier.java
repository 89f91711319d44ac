package org.orbweaver.indexer.classify;

import java.util.Map;

/** Labels torrents. */
@FunctionalInterface
public interface Classifier {
  /**
   * @param bytesByExtension how much of it is in files of which extension (lower case, without dot)
   */
  Labels classify(String name, Map<String, Long> bytesByExtension);
}
