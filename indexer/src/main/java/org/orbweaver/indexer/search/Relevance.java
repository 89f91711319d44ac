package org.orbweaver.indexer.search;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How well a torrent answers: the share of the asked words that stand in its name (and not just in
 * some file's), the share of its name that was asked for, whether the words stand together, and the
 * swarm. A word's rarity, which engines weigh, says little here: all words must match anyway.
 */
public final class Relevance {
  private Relevance() {}

  private record Scored(Hit hit, double score) {}

  public static List<Hit> order(SearchQuery query, List<Hit> hits) {
    List<String> asked = QueryText.parse(query.text()).words();
    return hits.stream()
        .map(hit -> new Scored(hit, score(asked, hit)))
        .sorted(Comparator.comparingDouble(Scored::score).reversed())
        .map(Scored::hit)
        .toList();
  }

  private static double score(List<String> asked, Hit hit) {
    List<String> name = Words.texts(hit.name());
    Set<String> inName = new HashSet<>(name);
    long found = asked.stream().filter(inName::contains).count();
    double covered = asked.isEmpty() ? 0 : (double) found / asked.size();
    double focused = name.isEmpty() ? 0 : Math.min(1, (double) found / name.size());
    double together =
        !asked.isEmpty() && java.util.Collections.indexOfSubList(name, asked) >= 0 ? 1 : 0;
    double swarm = Math.log1p(Math.max(0, hit.seeders())) / Math.log(2);
    return 10 * covered + 4 * focused + 3 * together + swarm;
  }
}
