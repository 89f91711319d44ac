package org.orbweaver.indexer.classify;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the classifier makes of a torrent.
 *
 * @param category as Torznab numbers them: 2040 is film, HD
 * @param title the name without everything that the rules recognised
 * @param resolution such as {@code 1080p}
 * @param languages two-letter codes of those that the name mentions
 */
public record Labels(
    int category,
    String title,
    OptionalInt year,
    OptionalInt season,
    OptionalInt episode,
    Optional<String> resolution,
    List<String> languages) {
  public static final int OTHER = 8000;

  public Labels {
    languages = List.copyOf(languages);
  }
}
