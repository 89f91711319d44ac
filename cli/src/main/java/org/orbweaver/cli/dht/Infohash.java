package org.orbweaver.cli.dht;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.kademlia.Key;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a torrent's infohash as people have it: 40 hexadecimal digits or a magnet link. */
public final class Infohash implements ITypeConverter<Key> {
  private static final Pattern MAGNET =
      Pattern.compile("magnet:\\?(?:.*&)?xt=urn:btih:([0-9a-f]{40}|[a-z2-7]{32})(?:&.*)?");
  private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

  @Override
  public Key convert(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    Matcher magnet = MAGNET.matcher(lower);
    String hash = magnet.matches() ? magnet.group(1) : lower;
    try {
      return hash.length() == 32 && magnet.matches() ? fromBase32(hash) : Key.parse(hash);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "neither 40 hexadecimal digits nor a magnet link with xt=urn:btih: " + text);
    }
  }

  /** Old magnet links: 32 characters of five bits. */
  private static Key fromBase32(String text) {
    byte[] bytes = new byte[Key.BYTES];
    for (int bit = 0; bit < Key.BITS; bit++) {
      int five = BASE32.indexOf(text.charAt(bit / 5));
      bytes[bit / 8] |= (byte) ((five >> (4 - bit % 5) & 1) << (7 - bit % 8));
    }
    return Key.read(bytes, 0);
  }
}
