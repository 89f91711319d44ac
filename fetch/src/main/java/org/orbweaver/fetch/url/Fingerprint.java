package org.orbweaver.fetch.url;

/**
 * 128 bits that stand for a URL in the seen-set: 64 of its authority, 64 of path and query. So a
 * host's pages lie together on disk, and a hostile host can make only its own pages collide. Of ten
 * million pages of one host two collide with probability 3·10⁻⁶.
 */
public record Fingerprint(long host, long page) implements Comparable<Fingerprint> {
  private static final long HOST_SEED = 0x9e3779b97f4a7c15L;
  private static final long PAGE_SEED = 0xc2b2ae3d27d4eb4fL;
  private static final long STEP = 0xff51afd7ed558ccdL;

  /** Of the page: addresses that differ by a session ID alone have the same. */
  public static Fingerprint of(WebUrl address) {
    WebUrl url = Canonical.withoutSession(address);
    String href = url.toString();
    int path = url.pathStart();
    return new Fingerprint(url.hostHash(), hash(PAGE_SEED, href, path, href.length()));
  }

  /** The host half alone, of scheme, host and port. */
  public static long host(String authority) {
    return host(authority, authority.length());
  }

  static long host(String href, int end) {
    return hash(HOST_SEED, href, 0, end);
  }

  /** Murmur-like: multiply, rotate, mix at the end; characters are ASCII after parsing. */
  private static long hash(long seed, String text, int start, int end) {
    long hash = seed ^ (end - start) * STEP;
    int at = start;
    while (at < end) {
      long word = 0;
      int stop = Math.min(at + 8, end);
      for (int shift = 0; at < stop; at++, shift += 8) {
        word |= (text.charAt(at) & 0xffL) << shift;
      }
      word *= PAGE_SEED;
      hash = (hash ^ Long.rotateLeft(word, 31) * HOST_SEED) * STEP;
      hash = Long.rotateLeft(hash, 27);
    }
    hash ^= hash >>> 33;
    hash *= STEP;
    hash ^= hash >>> 29;
    hash *= 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 32;
  }

  @Override
  public int compareTo(Fingerprint other) {
    int byHost = Long.compareUnsigned(host, other.host);
    return byHost != 0 ? byHost : Long.compareUnsigned(page, other.page);
  }
}
