package org.orbweaver.overlay.task;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/**
 * The one idea: every URI has a key.
 *
 * <pre>
 *   https://host/path      | 32 bits: SHA-1(host, part) | 32 bits: 0 | 96 bits: SHA-1(URL) |
 *   magnet:?xt=urn:btih:H  | H                                                             |
 *   dht:prefix/1001        | 1001 0000 …                                                   |
 * </pre>
 *
 * A host's pages share their first 64 bits, the only ones by which {@linkplain
 * org.orbweaver.overlay.membership.MembershipView peers are found}: they have one guardian, and
 * most links never leave it. (20 bits, as first designed, are fewer than a large swarm has virtual
 * nodes; and pages that differ in later bits could have different guardians, none of which could
 * count the host's.)
 *
 * <p>A large host is spread over {@link HostPart}s by the last bits of SHA-1(URL).
 */
public final class TaskKey {
  public static final int PLACE_BITS = 64;

  /** Parts this deep hold a single page: what to use if hosts are not to be kept together. */
  public static final int HIGHEST_LEVEL = 24;

  private static final Pattern MAGNET =
      Pattern.compile("magnet:\\?xt=urn:btih:([0-9a-fA-F]{40})(?:&.*)?");
  private static final Pattern DHT_PREFIX = Pattern.compile("dht:prefix/([01]{0,160})");

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
   * @param level of the part of its host that the URI is in; without meaning for what is no page
   */
  public static Key of(String uri, int level) {
    String host = host(uri);
    if (!host.isEmpty()) {
      Key page = sha1(uri);
      return new HostPart(host, level, number(page, level)).place().prefixThen(PLACE_BITS, page);
    }
    Matcher magnet = MAGNET.matcher(uri);
    if (magnet.matches()) {
      return Key.parse(magnet.group(1));
    }
    Matcher prefix = DHT_PREFIX.matcher(uri);
    return prefix.matches() ? Prefix.parse(prefix.group(1)).first() : sha1(uri);
  }

  /** The host of a web page, with its port if it has one, or an empty string. */
  public static String host(String uri) {
    int scheme = uri.regionMatches(true, 0, "https://", 0, 8) ? 8 : 7;
    if (scheme == 7 && !uri.regionMatches(true, 0, "http://", 0, 7)) {
      return "";
    }
    int end = scheme;
    while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
      end++;
    }
    int user = uri.lastIndexOf('@', end - 1);
    return uri.substring(Math.max(scheme, user + 1), end).toLowerCase(Locale.ROOT);
  }

  /** The part of its host that the page is in at that level; null for what is no page. */
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
