package org.orbweaver.archive.search;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What several indexes found, each page once, by the best place that any of them gives it: their
 * scores cannot be compared. Where they tell different things of a page, that is taken which most
 * of them tell, so that one who lies does not speak for a page of others; then the newest.
 */
public final class MergedHits {
  private MergedHits() {}

  public static List<TextSearch.Hit> of(List<TextSearch.Answer> answers) {
    Map<String, Map<Said, List<TextSearch.Hit>>> said = new LinkedHashMap<>();
    Map<String, Integer> places = new HashMap<>();
    for (TextSearch.Answer answer : answers) {
      for (int place = 0; place < answer.hits().size(); place++) {
        TextSearch.Hit hit = answer.hits().get(place);
        said.computeIfAbsent(hit.url(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(new Said(hit.at(), hit.title()), _ -> new ArrayList<>())
            .add(hit);
        places.merge(hit.url(), place, Math::min);
      }
    }
    return said.values().stream()
        .map(MergedHits::mostSaid)
        .sorted(Comparator.comparingInt(hit -> places.getOrDefault(hit.url(), 0)))
        .toList();
  }

  private record Said(Instant at, String title) {}

  private static TextSearch.Hit mostSaid(Map<Said, List<TextSearch.Hit>> said) {
    return Collections.max(
            said.entrySet(),
            Comparator.comparingInt(
                    (Map.Entry<Said, List<TextSearch.Hit>> each) -> each.getValue().size())
                .thenComparing(each -> each.getKey().at()))
        .getValue()
        .getFirst();
  }
}
