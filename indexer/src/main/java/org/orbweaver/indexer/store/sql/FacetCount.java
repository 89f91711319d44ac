package org.orbweaver.indexer.store.sql;

import java.util.HashMap;
import java.util.Map;
import org.orbweaver.indexer.search.Facets;

/** Adds up the tags of results. */
final class FacetCount {
  private final Map<String, Long> kinds = new HashMap<>();
  private final Map<String, Long> languages = new HashMap<>();
  private final Map<String, Long> resolutions = new HashMap<>();
  private final Map<String, Long> years = new HashMap<>();
  private final Map<String, Long> fileTypes = new HashMap<>();
  private long counted;

  void add(String tags) {
    counted++;
    for (String tag : tags.split(" ")) {
      Map<String, Long> facet =
          switch (tag.length() > 2 ? tag.charAt(1) : ' ') {
            case 'c' -> kinds;
            case 'l' -> languages;
            case 'r' -> resolutions;
            case 'y' -> years;
            case 'f' -> fileTypes;
            default -> null;
          };
      if (facet != null) {
        facet.merge(tag.substring(2), 1L, Long::sum);
      }
    }
  }

  Facets facets() {
    return new Facets(counted, kinds, languages, resolutions, years, fileTypes);
  }
}
