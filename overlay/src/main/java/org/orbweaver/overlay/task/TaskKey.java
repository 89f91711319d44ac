package org.orbweaver.overlay.task;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * The one idea: every URI has a key. This is the key of what has a host; anything else has one of
 * its own, which its kind computes and every task carries along, so that peers agree about keys of
 * schemes they do not know.
 *
 * <pre>
 *   scheme://host/path     | 32 bits: SHA-1(host, part) | 32 bits: 0 | 96 bits: SHA-1(URI) |
 * </pre>
 *
 * A host's pages share their first 64 bits, the only ones by which {@linkplain
 * org.orbweaver.overlay.membership.MembershipView peers are found}: they have one primary, and most
 * links never leave it. (20 bits, as first designed, are fewer than a large swarm has virtual
 * nodes; and pages that differ in later bits could have different primaries, none of which could
 * count the host's.)
 *
 * <p>A large host is spread over {@link HostPart}s by the last bits of SHA-1(URI).
 */
public final class TaskKey {
  public static final int PLACE_BITS = 64;

  /** Parts this deep hold a single page: what to use if hosts are not to be kept together. */
  public static final int HIGHEST_LEVEL = 24;

  private static final ThreadLocal<MessageDigest> SHA_1 =
      ThreadLocal.withInitial(
          () -> {
            try {
              return MessageDigest.getInstance("SHA-1");
            } catch (NoSuchAlgorithmException e) {
              throw new IllegalStateException("every Java platform has SHA-1", e);
            }
          });

  private TaskKey() {}

  /**
   * @param level of the part of its host that the URI is in; without meaning for what has no host
   */
  public static Key of(String uri, int level) {
    return of(uri, sha1(uri), level);
  }

  /**
   * @param page SHA-1 of the URI
   */
  static Key of(String uri, Key page, int level) {
    String host = host(uri);
    return host.isEmpty()
        ? page
        : new HostPart(host, level, number(page, level)).place().prefixThen(PLACE_BITS, page);
  }

  /** The host in {@code scheme://host/…}, with its port if it has one, or an empty string. */
  public static String host(String uri) {
    int colon = uri.indexOf(':');
    if (colon < 1 || !uri.startsWith("//", colon + 1)) {
      return "";
    }
    int from = colon + 3;
    int end = from;
    while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
      end++;
    }
    int user = uri.lastIndexOf('@', end - 1);
    return uri.substring(Math.max(from, user + 1), end).toLowerCase(Locale.ROOT);
  }

  /** The part of its host that the URI is in at that level; null for what has no host. */
  static @Nullable HostPart part(String uri, int level) {
    String host = host(uri);
    return host.isEmpty() ? null : new HostPart(host, level, number(sha1(uri), level));
  }

  private static int number(Key page, int level) {
    return page.low() & (1 << level) - 1;
  }

  static Key sha1(String text) {
    return sha1(text.getBytes(StandardCharsets.UTF_8));
  }

  static Key sha1(byte[] bytes) {
    return Key.read(SHA_1.get().digest(bytes), 0);
  }
}
