package org.orbweaver.overlay.lab;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A web of which only the links matter. Links are computed from the page's number when asked for.
 */
public final class LinkGraph {
  private static final double STAYS_ON_HOST = 0.76;

  private final int pages;
  private final int linksPerPage;
  private final boolean bunched;
  private final long seed;
  private final int[] firstPages;

  private LinkGraph(int pages, int linksPerPage, boolean bunched, long seed, int[] firstPages) {
    this.pages = pages;
    this.linksPerPage = linksPerPage;
    this.bunched = bunched;
    this.seed = seed;
    this.firstPages = firstPages;
  }

  /** Hosts of Zipf sizes; three links of four stay within the host (Herodotus §4.3.3). */
  public static LinkGraph zipf(int pages, int linksPerPage, long seed) {
    return new LinkGraph(pages, linksPerPage, false, seed, zipfSizes(pages, pages / 50 + 1));
  }

  /**
   * Small hosts, and all links of a page lead to one of them: a peer that brings them to their
   * owner has exactly so many for it, whatever the number of peers.
   */
  public static LinkGraph bunched(int pages, int linksPerPage, long seed) {
    int[] first = new int[Math.max(1, pages / linksPerPage)];
    Arrays.setAll(first, host -> host * linksPerPage);
    return new LinkGraph(first.length * linksPerPage, linksPerPage, true, seed, first);
  }

  /** Where each host's pages begin: host n has a share in proportion to 1/n. */
  private static int[] zipfSizes(int pages, int hosts) {
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

  public int pages() {
    return pages;
  }

  public String url(int page) {
    return "https://h" + host(page) + ".lab/p" + page;
  }

  static int page(String url) {
    return Integer.parseInt(url, url.lastIndexOf('p') + 1, url.length(), 10);
  }

  private int host(int page) {
    int at = Arrays.binarySearch(firstPages, page);
    return at >= 0 ? at : -at - 2;
  }

  public List<String> links(String url) {
    LinkedHashSet<String> links = new LinkedHashSet<>();
    for (int target : targets(page(url))) {
      links.add(url(target));
    }
    return List.copyOf(links);
  }

  private int[] targets(int page) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + page);
    return bunched ? toOneHost(page, random) : toPages(page, random);
  }

  /** The hosts are a binary tree, which makes each of them found; the other pages link anywhere. */
  private int[] toOneHost(int page, SplittableRandom random) {
    int host = host(page);
    int child = 2 * host + 1 + (page - firstPages[host]);
    boolean isBranch = page - firstPages[host] < 2 && child < firstPages.length;
    int target = isBranch ? child : random.nextInt(firstPages.length);
    int[] targets = new int[linksPerPage];
    Arrays.setAll(targets, i -> firstPages[target] + i);
    return targets;
  }

  /** The next page of the host is among them, so that no page is beyond reach. */
  private int[] toPages(int page, SplittableRandom random) {
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
  public List<String> reachable() {
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
