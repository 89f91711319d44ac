package org.orbweaver.sim.web;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.sim.world.Mix;

/**
 * What pages point to: 36 links of which three quarters stay on the host, the images, and now and
 * then something special. A rewritten page has three new links; the others stay.
 */
public final class WebLinks {
  static final String CDN_ADDRESS = "127.15.0.1";
  static final String CDN = "cdn.other.test";
  public static final String OUTSIDE = "outside.other.test";
  static final int ORPHANS = 3;
  private static final int LINKS = 36;
  private static final int ON_HOST = 27;
  private static final int CHANGING = 10;

  private final WebShape shape;
  private final long seed;
  private final String port;

  public WebLinks(WebShape shape, int port) {
    this.shape = shape;
    this.seed = Mix.seedFor(shape.options().seed(), "links");
    this.port = ":" + port;
  }

  static String path(int page) {
    return page == 0 ? "/" : "/d" + page % 50 + "/p" + page + ".html";
  }

  public String home(int host) {
    return "http://" + shape.name(host) + port;
  }

  String outside(int host) {
    return "http://" + OUTSIDE + port + "/" + host;
  }

  /** Hrefs of a page's anchors on a day; on-host ones are relative to the host. */
  public List<String> anchors(int host, int page, int version) {
    List<String> anchors = new ArrayList<>(LINKS + 8);
    int now = shape.pages(host, version);
    for (int child = WebShape.CHILDREN * page + 1;
        child <= WebShape.CHILDREN * (page + 1);
        child++) {
      if (child < now) {
        anchors.add(path(child));
      }
    }
    if (page == 0) {
      for (int other = 8 * host + 1; other <= 8 * host + 8 && other < shape.hosts(); other++) {
        anchors.add(home(other) + "/");
      }
    }
    if (shape.options().specials()) {
      special(host, page, anchors);
    }
    int slot = 0;
    while (anchors.size() < LINKS) {
      boolean changes = slot % CHANGING == CHANGING - 1;
      long hash = Mix.hash(seed, WebShape.key(host, page), changes ? slot + 100L * version : slot);
      if (slot < ON_HOST) {
        anchors.add(path(Mix.below(hash, shape.pages(host, changes ? version : 0))));
      } else {
        int other = Mix.below(hash, shape.hosts());
        int there = Mix.below(Mix.mix(hash), shape.pages(other, 0));
        anchors.add(home(other) + path(there));
      }
      slot++;
    }
    return anchors;
  }

  private void special(int host, int page, List<String> anchors) {
    if (page % 20 == 3) {
      anchors.add("/r/" + Mix.below(Mix.hash(seed, host, page), shape.pages(host, 0)));
    }
    if (page % 25 == 4) {
      anchors.add("/gone/" + page + ".html");
    }
    if (page % 40 == 5) {
      anchors.add("/error/" + page + ".html");
    }
    if (page % 30 == 6) {
      anchors.add("/private/" + page + ".html");
    }
    if (page % 15 == 2) {
      anchors.add(path(page) + "?PHPSESSID=" + Long.toHexString(Mix.hash(seed, page)));
    }
    if (page % 33 == 7) {
      anchors.add(outside(host));
    }
    if (page == 0 && host % 10 == 1) {
      anchors.add("/loop/");
    }
  }

  /** Addresses of a page's images; every twentieth lies on another domain. */
  public List<String> images(int page) {
    List<String> images = new ArrayList<>(1);
    for (int image = page * 77 / 100; image < (page + 1) * 77 / 100; image++) {
      images.add(
          image % 20 == 19
              ? "http://" + cdn() + port + "/i/" + image + ".png"
              : "/i/" + image + ".png");
    }
    return images;
  }

  /** Where some of the images lie. */
  String cdn() {
    return shape.options().numeric() ? CDN_ADDRESS : CDN;
  }

  boolean hasSitemap(int host) {
    return shape.options().specials() && host % 5 == 0;
  }
}
