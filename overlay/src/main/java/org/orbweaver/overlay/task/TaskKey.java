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
 *   https://host/path           | 20 bits: SHA-1(host, part) | 140 bits: SHA-1(URL) |
 *   magnet:?xt=urn:btih:H       | H                                                 |
 *   dht:prefix/1001             | 1001 0000 …                                       |
 * </pre>
 *
 * A host's pages share 20 bits, so they are one peer's and most links never leave it. A large host
 * is split into 2^level parts by the last bits of SHA-1(URL). When the level grows by one, half of
 * the pages keep their part's number and with it their place; so a level may grow, but never
 * shrink.
 */
public final class TaskKey {
  public static final int HOST_BITS = 20;
  public static final int HIGHEST_LEVEL = 24;

  private static final Pattern WEB =
      Pattern.compile(
          "https?://(?:[^/?#@]*@)?([^/?#]+).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern MAGNET =
      Pattern.compile("magnet:\\?xt=urn:btih:([0-9a-fA-F]{40})(?:&.*)?");
  private static final Pattern DHT_PREFIX = Pattern.compile("dht:prefix/([01]{0,160})");

  private TaskKey() {}

  /**
   * @param level of the URI's host; without meaning for what is not a web page
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

  /** The host whose level counts; empty for what is not a web page. */
  public static String host(String uri) {
    Matcher web = WEB.matcher(uri);
    return web.matches() ? web.group(1).toLowerCase(Locale.ROOT) : "";
  }

  private static Key page(String url, String host, int level) {
    Key page = sha1(url);
    int part = page.low() & (1 << level) - 1;
    return sha1(part == 0 ? host : host + '\0' + part).prefixThen(HOST_BITS, page);
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
