package org.orbweaver.indexer.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A result, and those on the same page that have the same files under other names. The first of
 * them in the order that was asked for stands for all.
 */
public record FoldedHit(Hit hit, List<Hit> twins) {
  public FoldedHit {
    twins = List.copyOf(twins);
  }

  public static List<FoldedHit> fold(List<Hit> hits) {
    Map<String, List<Hit>> byFiles = new LinkedHashMap<>();
    for (Hit hit : hits) {
      String files =
          Arrays.stream(hit.tags().split(" "))
              .filter(Tag::isFiles)
              .findFirst()
              .orElse(hit.hash().toString());
      byFiles.computeIfAbsent(files, _ -> new ArrayList<>()).add(hit);
    }
    return byFiles.values().stream()
        .map(same -> new FoldedHit(same.getFirst(), same.subList(1, same.size())))
        .toList();
  }
}
