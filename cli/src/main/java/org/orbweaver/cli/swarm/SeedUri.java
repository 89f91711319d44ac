package org.orbweaver.cli.swarm;

import java.util.Locale;
import org.orbweaver.app.swarm.PrefixWork;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.indexer.torrent.MagnetLink;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Something to crawl, in the one form of it that the swarm keeps. */
final class SeedUri implements ITypeConverter<String> {
  @Override
  public String convert(String uri) {
    String lower = uri.toLowerCase(Locale.ROOT);
    try {
      if (lower.startsWith("magnet:")) {
        return "magnet:?xt=urn:btih:" + MagnetLink.parse(uri).keys().getFirst();
      }
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + uri + "' is no magnet link: " + e.getMessage());
    }
    if (lower.startsWith(PrefixWork.SCHEME)) {
      if (!lower.substring(PrefixWork.SCHEME.length()).matches("[01]{0,160}")) {
        throw new TypeConversionException(
            "'%s' is no part of the DHT; write dht:prefix/1001, or dht:prefix/ for all of it"
                .formatted(uri));
      }
      return lower;
    }
    WebUrl url = lower.startsWith("http") ? WebUrl.parse(uri) : null;
    if (url == null) {
      throw new TypeConversionException(
          "'%s' cannot be crawled; write https://…, magnet:?xt=urn:btih:… or dht:prefix/…"
              .formatted(uri));
    }
    return url.toString();
  }
}
