package org.orbweaver.indexer.search;

import java.util.HashMap;
import java.util.Map;

/**
 * How many of the results are of which kind: of all of them where they are few, else of the newest.
 *
 * @param counted how many results were looked at
 * @param kinds by Torznab's category
 * @param fileTypes by the extension of most of their bytes
 */
public record Facets(
    long counted,
    Map<String, Long> kinds,
    Map<String, Long> languages,
    Map<String, Long> resolutions,
    Map<String, Long> years,
    Map<String, Long> fileTypes) {
  static final Facets NONE = new Facets(0, Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

  /** Those of another index besides. */
  Facets plus(Facets other) {
    return new Facets(
        counted + other.counted,
        sum(kinds, other.kinds),
        sum(languages, other.languages),
        sum(resolutions, other.resolutions),
        sum(years, other.years),
        sum(fileTypes, other.fileTypes));
  }

  private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    Map<String, Long> all = new HashMap<>(one);
    other.forEach((name, count) -> all.merge(name, count, Long::sum));
    return all;
  }
}
