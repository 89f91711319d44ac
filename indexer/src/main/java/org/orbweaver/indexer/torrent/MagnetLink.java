package org.orbweaver.indexer.torrent;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * A magnet link (BEP 9): one or both infohashes of a torrent, and hints.
 *
 * <pre>
 *   magnet:?xt=urn:btih:(40 hex or 32 base32 digits)     v1
 *          &amp;xt=urn:btmh:1220(64 hex digits)              v2: a multihash, 12 SHA-256, 20 its length
 *          &amp;dn=name &amp;tr=tracker … &amp;x.pe=host:port …
 * </pre>
 *
 * @param v1 at least one of the two hashes is there
 * @param name harmless text, or empty
 * @param peers to try before the DHT has found any; those given by host name are left out
 */
public record MagnetLink(
    @Nullable Key v1,
    @Nullable Sha256 v2,
    String name,
    List<String> trackers,
    List<Endpoint> peers) {
  private static final String START = "magnet:?";
  private static final String BTIH = "urn:btih:";
  private static final String BTMH = "urn:btmh:1220";
  private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int MOST_HINTS = 100;

  public MagnetLink {
    if (v1 == null && v2 == null) {
      throw new IllegalArgumentException("a magnet link needs xt=urn:btih:… or xt=urn:btmh:…");
    }
    trackers = List.copyOf(trackers);
    peers = List.copyOf(peers);
  }

  /** The link to a torrent, without trackers: the DHT finds its peers. */
  public static MagnetLink to(Torrent torrent) {
    Key v1 = torrent.form() == TorrentForm.V2 ? null : torrent.infohash();
    return new MagnetLink(v1, torrent.v2(), torrent.name(), List.of(), List.of());
  }

  /**
   * Reads a link.
   *
   * @throws IllegalArgumentException with a sentence for the user if it is none
   */
  public static MagnetLink parse(String link) {
    if (!link.regionMatches(true, 0, START, 0, START.length())) {
      throw new IllegalArgumentException("a magnet link starts with magnet:? but this is: " + link);
    }
    Key v1 = null;
    Sha256 v2 = null;
    String name = "";
    List<String> trackers = new ArrayList<>();
    List<Endpoint> peers = new ArrayList<>();
    for (String part : link.substring(START.length()).split("&", 2 * MOST_HINTS)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals).toLowerCase(Locale.ROOT);
      String value = equals < 0 ? "" : decoded(part.substring(equals + 1));
      // Links with several topics number them: xt.1, tr.2.
      switch (key.replaceFirst("\\.[0-9]+$", "")) {
        case "xt" -> {
          v1 = startsWith(value, BTIH) ? infohash(value.substring(BTIH.length())) : v1;
          v2 = startsWith(value, BTMH) ? Sha256.parse(value.substring(BTMH.length())) : v2;
        }
        case "dn" -> name = SafeText.line(value);
        case "tr" -> addHint(trackers, value);
        case "x.pe" -> addPeer(peers, value);
        default -> {
          // web seeds, keywords and what else people put there
        }
      }
    }
    return new MagnetLink(v1, v2, name, trackers, peers);
  }

  /** Where to look in the DHT, and what to say in the handshake. */
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>(2);
    if (v1 != null) {
      keys.add(v1);
    }
    if (v2 != null) {
      keys.add(v2.truncated());
    }
    return keys;
  }

  private static Key infohash(String digits) {
    if (digits.length() != 32) {
      return Key.parse(digits);
    }
    byte[] bytes = new byte[Key.BYTES];
    long bits = 0;
    for (int i = 0; i < 32; i++) {
      int value = BASE32.indexOf(Character.toLowerCase(digits.charAt(i)));
      if (value < 0) {
        throw new IllegalArgumentException("an infohash has no digit like this one: " + digits);
      }
      bits = bits << 5 | value;
      if (i % 8 == 7) {
        for (int j = 0; j < 5; j++) {
          bytes[i / 8 * 5 + j] = (byte) (bits >>> (32 - 8 * j));
        }
      }
    }
    return Key.read(bytes, 0);
  }

  /**
   * Reads an infohash as people have it: 40 hexadecimal digits or a magnet link. Of a hybrid's two
   * hashes it is the older, since more peers know that.
   *
   * @throws IllegalArgumentException with a sentence for the user if it is none
   */
  public static Key readInfohash(String text) {
    String given = text.strip();
    try {
      return startsWith(given, "magnet:")
          ? parse(given).keys().getFirst()
          : Key.parse(given.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "neither 40 hexadecimal digits nor a magnet link with xt=urn:btih: '" + text + "'", e);
    }
  }

  private static boolean startsWith(String text, String prefix) {
    return text.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return value; // a stray % in a name is no reason to refuse the hash
    }
  }

  private static void addHint(List<String> hints, String hint) {
    if (hints.size() < MOST_HINTS) {
      hints.add(hint);
    }
  }

  private static void addPeer(List<Endpoint> peers, String peer) {
    try {
      if (peers.size() < MOST_HINTS) {
        peers.add(Endpoint.parse(peer));
      }
    } catch (IllegalArgumentException e) {
      // a host name: links must not make us ask the resolver about strangers' hosts
    }
  }

  /** The link as {@link #parse} reads it. */
  @Override
  public String toString() {
    StringBuilder link = new StringBuilder(START);
    if (v1 != null) {
      link.append("xt=").append(BTIH).append(v1);
    }
    if (v2 != null) {
      link.append(v1 == null ? "xt=" : "&xt=").append(BTMH);
      link.append(HexFormat.of().formatHex(v2.toBytes()));
    }
    if (!name.isEmpty()) {
      link.append("&dn=").append(encoded(name));
    }
    trackers.forEach(tracker -> link.append("&tr=").append(encoded(tracker)));
    peers.forEach(peer -> link.append("&x.pe=").append(encoded(peer.toString())));
    return link.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
