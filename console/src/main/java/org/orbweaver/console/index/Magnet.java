package org.orbweaver.console.index;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.orbweaver.kademlia.Key;

/** Magnet links (BEP 9; with both hashes for hybrid torrents). */
public final class Magnet {
  private Magnet() {}

  public static String link(Key hash, Optional<String> v2Hash, String name) {
    StringBuilder link = new StringBuilder("magnet:?");
    boolean onlyV2 = v2Hash.isPresent() && v2Hash.get().startsWith(hash.toString());
    if (!onlyV2) {
      link.append("xt=urn:btih:").append(hash);
    }
    // A multihash: 0x12 says SHA-256, 0x20 its length.
    v2Hash.ifPresent(v2 -> link.append(onlyV2 ? "" : "&").append("xt=urn:btmh:1220").append(v2));
    return link.append("&dn=")
        .append(URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
        .toString();
  }
}
