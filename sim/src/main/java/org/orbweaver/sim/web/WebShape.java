package org.orbweaver.sim.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.orbweaver.sim.world.Mix;

/**
 * Hosts, how many pages each has on a day, and when each page last changed. Host sizes follow
 * Zipf's law; every tenth host shares its address with the one before.
 *
 * <p>Pages are numbered by age. Page p's children 8p+1 … 8p+8 are linked on it, so everything is
 * reachable from page 0; a page changes when a child is born.
 */
public final class WebShape {
  static final int CHILDREN = 8;
  private static final int FIRST_NET = 16;
  private static final String SUFFIX = ".web.test";

  private final WebOptions options;
  private final int[] sizes;

  public WebShape(WebOptions options) {
    this.options = options;
    this.sizes = new int[options.hosts()];
    double harmonic = 0;
    for (int i = 1; i <= sizes.length; i++) {
      harmonic += 1.0 / i;
    }
    int left = options.pages() - sizes.length;
    for (int i = 0; i < sizes.length; i++) {
      int share = (int) Math.min(left, Math.round(options.pages() / harmonic / (i + 1)));
      sizes[i] = 1 + Math.max(0, share - 1);
      left -= sizes[i] - 1;
    }
    sizes[0] += Math.max(0, left);
  }

  public WebOptions options() {
    return options;
  }

  public int hosts() {
    return sizes.length;
  }

  /** HTML pages of a host on a day. */
  public int pages(int host, int day) {
    return (int) Math.round(sizes[host] * Math.pow(1 + options.growth(), day));
  }

  /** Images of a host on a day: 77 for every 100 pages. */
  public int images(int host, int day) {
    return pages(host, day) * 77 / 100;
  }

  /** The host's name. */
  public String name(int host) {
    return options.numeric() ? address(host).getHostAddress() : "h" + host + SUFFIX;
  }

  /** The host of this name, or −1. */
  public int host(String name) {
    if (options.numeric()) {
      return numericHost(name);
    }
    if (!name.startsWith("h") || !name.endsWith(SUFFIX)) {
      return -1;
    }
    try {
      int host = Integer.parseInt(name, 1, name.length() - SUFFIX.length(), 10);
      return host < sizes.length ? host : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private int numericHost(String name) {
    byte[] address = InetAddress.ofLiteral(name).getAddress();
    int host =
        ((address[1] & 0xff) - FIRST_NET) << 16 | (address[2] & 0xff) << 8 | address[3] & 0xff;
    return host >= 0 && host < sizes.length ? host : -1;
  }

  /** Some servers take their time. */
  boolean isSlow(String name) {
    return options.specials() && host(name) % 50 == 47;
  }

  /** On loopback: 127.16.0.0 and up. */
  public InetAddress address(int host) {
    int number = host - (host % 10 == 9 && !options.numeric() ? 1 : 0);
    try {
      return InetAddress.getByAddress(
          new byte[] {
            127, (byte) (FIRST_NET + (number >> 16)), (byte) (number >> 8), (byte) number
          });
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** The last day on which the page's text or links changed; 0 if never. */
  public int version(int host, int page, int today) {
    int firstChild = CHILDREN * page + 1;
    for (int day = today; day > 0; day--) {
      boolean rewritten =
          Mix.unit(Mix.hash(options.seed(), key(host, page), day)) < options.changeRate();
      boolean childBorn =
          pages(host, day) > Math.max(firstChild, pages(host, day - 1))
              && pages(host, day - 1) < firstChild + CHILDREN;
      if (rewritten || childBorn || page >= pages(host, day - 1)) {
        return day;
      }
    }
    return 0;
  }

  static long key(int host, int page) {
    return (long) host << 32 | page;
  }
}
