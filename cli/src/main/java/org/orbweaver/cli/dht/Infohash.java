package org.orbweaver.cli.dht;

import java.util.Locale;
import org.orbweaver.indexer.torrent.MagnetLink;
import org.orbweaver.kademlia.Key;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a torrent's infohash as people have it: 40 hexadecimal digits or a magnet link. Of a
 * hybrid's two hashes it is the older, since more peers know that.
 */
public final class Infohash implements ITypeConverter<Key> {
  private static final String LINK = "magnet:";

  @Override
  public Key convert(String text) {
    String given = text.strip();
    try {
      return given.regionMatches(true, 0, LINK, 0, LINK.length())
          ? MagnetLink.parse(given).keys().getFirst()
          : Key.parse(given.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "neither 40 hexadecimal digits nor a magnet link with xt=urn:btih: '" + text + "'");
    }
  }
}
