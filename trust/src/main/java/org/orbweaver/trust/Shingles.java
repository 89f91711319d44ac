package org.orbweaver.trust;

import java.util.HashSet;
import java.util.Set;

/**
 * How alike two texts are (Broder): the share of their runs of eight words that they have in
 * common. Pages with a clock or a counter on them are alike; another page is not.
 */
public final class Shingles {
  /** From here on two fetches are of the same page. */
  public static final double ALIKE = 0.7;

  private static final int WORDS = 8;

  private Shingles() {}

  public static double likeness(String one, String other) {
    Set<Integer> first = of(one);
    Set<Integer> second = of(other);
    Set<Integer> both = new HashSet<>(first);
    both.retainAll(second);
    int all = first.size() + second.size() - both.size();
    return all == 0 ? 1 : (double) both.size() / all;
  }

  private static Set<Integer> of(String text) {
    String[] words = text.strip().split("\\s+");
    Set<Integer> shingles = new HashSet<>();
    for (int i = 0; i <= Math.max(0, words.length - WORDS); i++) {
      int hash = 7;
      for (int j = i; j < Math.min(words.length, i + WORDS); j++) {
        hash = 31 * hash + words[j].hashCode();
      }
      shingles.add(hash);
    }
    return shingles;
  }
}
