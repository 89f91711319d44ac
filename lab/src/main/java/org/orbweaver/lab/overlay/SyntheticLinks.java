package org.orbweaver.lab.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A made-up set of links for machines without documents: addresses of some 59 characters, the mean
 * that Herodotus measured, 36 links a page, three of four within the host, other hosts by Zipf's
 * law. The same seed gives the same links.
 */
public final class SyntheticLinks implements LinkSet {
  private static final String[] WORDS = {
    "about",
    "archive",
    "article",
    "blog",
    "book",
    "build",
    "class",
    "code",
    "core",
    "data",
    "doc",
    "download",
    "example",
    "feature",
    "file",
    "forum",
    "guide",
    "help",
    "image",
    "index",
    "issue",
    "language",
    "library",
    "list",
    "manual",
    "module",
    "news",
    "package",
    "project",
    "reference",
    "release",
    "report",
    "search",
    "section",
    "source",
    "standard",
    "support",
    "system",
    "tutorial",
    "user",
    "version",
    "view",
    "wiki"
  };
  private static final int HOSTS = 20_000;
  private static final int LINKS = 36;
  private static final double STAYS_ON_HOST = 0.76;

  private final int pages;
  private final long seed;

  public SyntheticLinks(int pages, long seed) {
    this.pages = pages;
    this.seed = seed;
  }

  @Override
  public String name() {
    return "synthetic";
  }

  @Override
  public void visit(Visitor visitor) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int page = 0; page < pages; page++) {
      int host = page % 24;
      List<String> links = new ArrayList<>(LINKS);
      for (int i = 0; i < LINKS; i++) {
        boolean stays = random.nextDouble() < STAYS_ON_HOST;
        links.add(stays ? url(host, random.nextInt(pages)) : elsewhere(random));
      }
      visitor.page(url(host, page), links);
    }
  }

  /** Hosts by Zipf's law; popular pages on each, too. */
  private static String elsewhere(SplittableRandom random) {
    int host = 24 + (int) Math.pow(HOSTS, random.nextDouble());
    return url(host, (int) Math.pow(100_000, random.nextDouble()));
  }

  private static String url(int host, int page) {
    SplittableRandom random = new SplittableRandom(host * 1_000_003L + page);
    return "https://www."
        + WORDS[host % WORDS.length]
        + host
        + ".org/"
        + word(random)
        + '/'
        + word(random)
        + '-'
        + word(random)
        + '/'
        + word(random)
        + page
        + ".html";
  }

  private static String word(SplittableRandom random) {
    return WORDS[random.nextInt(WORDS.length)];
  }
}
