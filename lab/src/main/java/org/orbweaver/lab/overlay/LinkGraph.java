package org.orbweaver.lab.overlay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A web of which only the links matter: pages on hosts of Zipf sizes, three links of four within the
 * host. Links are computed from the page's number when asked for.
 */
final class LinkGraph {
  private static final double STAYS_ON_HOST = 0.76;

  private final int pages;
  private final int linksPerPage;
  private final long seed;
  private final int[] firstPages;

  LinkGraph(int pages, int hosts, int linksPerPage, long seed) {
    this.pages = pages;
    this.linksPerPage = linksPerPage;
    this.seed = seed;
    this.firstPages = zipf(pages, hosts);
  }

  /** Where each host's pages begin: host n has a share in proportion to 1/n. */
  private static int[] zipf(int pages, int hosts) {
    double whole = 0;
    for (int host = 1; host <= hosts; host++) {
      whole += 1.0 / host;
    }
    int[] first = new int[hosts];
    double sum = 0;
    for (int host = 1; host < hosts; host++) {
      sum += 1.0 / host;
      first[host] = Math.max(first[host - 1] + 1, (int) (pages * sum / whole));
    }
    return first;
  }

  int pages() {
    return pages;
  }

  String url(int page) {
    return "https://h" + host(page) + ".lab/p" + page;
  }

  private static int page(String url) {
    return Integer.parseInt(url, url.lastIndexOf('p') + 1, url.length(), 10);
  }

  private int host(int page) {
    int at = Arrays.binarySearch(firstPages, page);
    return at >= 0 ? at : -at - 2;
  }

  List<String> links(String url) {
    LinkedHashSet<String> links = new LinkedHashSet<>();
    for (int target : targets(page(url))) {
      links.add(url(target));
    }
    return List.copyOf(links);
  }

  /** The next page of the host is among them, so that no page is beyond reach. */
  private int[] targets(int page) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + page);
    int host = host(page);
    int from = firstPages[host];
    int to = host + 1 < firstPages.length ? firstPages[host + 1] : pages;
    int[] targets = new int[linksPerPage];
    targets[0] = page + 1 < to ? page + 1 : to % pages;
    for (int i = 1; i < linksPerPage; i++) {
      targets[i] =
          random.nextDouble() < STAYS_ON_HOST
              ? random.nextInt(from, Math.max(from + 1, to))
              : random.nextInt(pages);
    }
    return targets;
  }

  /** All pages that links lead to from the first. */
  List<String> reachable() {
    BitSet found = new BitSet(pages);
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(0));
    found.set(0);
    while (!open.isEmpty()) {
      for (int target : targets(open.poll())) {
        if (!found.get(target)) {
          found.set(target);
          open.add(target);
        }
      }
    }
    List<String> urls = new ArrayList<>();
    found.stream().forEach(page -> urls.add(url(page)));
    return urls;
  }
}
