package org.orbweaver.overlay.task;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * org.orbweaver.overlay.swarm.Ring peers are found}: they have one guardian, and most links never
 * leave it. (20 bits, as first designed, are fewer than a large swarm has virtual nodes; and pages
 * that differ in later bits could have different guardians, none of which could decide for the host.)
 *
 * <p>A large host is split into {@link HostPart}s by the last bits of SHA-1(URL).
 */
public final class TaskKey {
  public static final int PLACE_BITS = 64;
  public static final int HIGHEST_LEVEL = 24;

  private static final Pattern WEB =
      Pattern.compile(
          "https?://(?:[^/?#@]*@)?([^/?#]+).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern MAGNET =
      Pattern.compile("magnet:\\?xt=urn:btih:([0-9a-fA-F]{40})(?:&.*)?");
  private static final Pattern DHT_PREFIX = Pattern.compile("dht:prefix/([01]{0,160})");

  private TaskKey() {}

  /**
   * @param level of the part of its host that the URI is in; without meaning for what is no page
   */
  public static Key of(String uri, int level) {
    Matcher web = WEB.matcher(uri);
    if (web.matches()) {
      return page(uri, web.group(1).toLowerCase(Locale.ROOT), level);
    }
    Matcher magnet = MAGNET.matcher(uri);
    if (magnet.matches()) {
      return Key.parse(magnet.group(1));
    }
    Matcher prefix = DHT_PREFIX.matcher(uri);
    return prefix.matches() ? Prefix.parse(prefix.group(1)).first() : sha1(uri);
  }

  /** The host of a web page, or an empty string. */
  public static String host(String uri) {
    Matcher web = WEB.matcher(uri);
    return web.matches() ? web.group(1).toLowerCase(Locale.ROOT) : "";
  }

  private static Key page(String url, String host, int level) {
    Key page = sha1(url);
    return new HostPart(host, number(page, level), level).place().prefixThen(PLACE_BITS, page);
  }

  /** The number of the part that the page is in if its host is split to that level. */
  static int number(Key page, int level) {
    return page.low() & (1 << level) - 1;
  }

  static Key sha1(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return Key.read(digest, 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
