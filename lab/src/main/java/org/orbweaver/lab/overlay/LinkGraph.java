package org.orbweaver.lab.overlay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.SplittableRandom;

/**
 * A web of which only the links matter: pages on hosts of Zipf-like size, most links within the
 * host. Links are computed from the page's number when asked for.
 */
public final class LinkGraph {
  private static final double STAYS_ON_HOST = 0.76;

  private final int pages;
  private final int hosts;
  private final int linksPerPage;
  private final long seed;

  public LinkGraph(int pages, int hosts, int linksPerPage, long seed) {
    this.pages = pages;
    this.hosts = hosts;
    this.linksPerPage = linksPerPage;
    this.seed = seed;
  }

  public String url(int page) {
    return "https://h" + host(page) + ".lab/p" + page;
  }

  private int page(String url) {
    return Integer.parseInt(url, url.lastIndexOf('p') + 1, url.length(), 10);
  }

  /** Squaring makes the first hosts the large ones. */
  private int host(int page) {
    double share = (double) page / pages;
    return (int) (hosts * share * share);
  }

  public List<String> links(String url) {
    int page = page(url);
    SplittableRandom random = new SplittableRandom(seed * 31 + page);
    List<String> links = new ArrayList<>(linksPerPage);
    for (int i = 0; i < linksPerPage; i++) {
      int near = Math.floorMod(page + random.nextInt(-50, 51), pages);
      int target = random.nextDouble() < STAYS_ON_HOST ? near : random.nextInt(pages);
      links.add(url(target));
    }
    return links;
  }

  /** All pages that links lead to from there. */
  public SequencedSet<String> reachable(String from) {
    LinkedHashSet<String> found = new LinkedHashSet<>(List.of(from));
    ArrayDeque<String> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      for (String link : links(open.poll())) {
        if (found.add(link)) {
          open.add(link);
        }
      }
    }
    return found;
  }
}
