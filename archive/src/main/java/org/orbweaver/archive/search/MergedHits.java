package org.orbweaver.archive.search;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What several indexes found, each page once, by the best place that any of them gives it: their
 * scores cannot be compared.
 */
public final class MergedHits {
  private MergedHits() {}

  public static List<TextSearch.Hit> of(List<TextSearch.Answer> answers) {
    Map<String, TextSearch.Hit> newest = new LinkedHashMap<>();
    Map<String, Integer> places = new HashMap<>();
    for (TextSearch.Answer answer : answers) {
      for (int place = 0; place < answer.hits().size(); place++) {
        TextSearch.Hit hit = answer.hits().get(place);
        newest.merge(hit.url(), hit, (one, other) -> other.at().isAfter(one.at()) ? other : one);
        places.merge(hit.url(), place, Math::min);
      }
    }
    return newest.values().stream()
        .sorted(Comparator.comparingInt(hit -> places.getOrDefault(hit.url(), 0)))
        .toList();
  }
}
