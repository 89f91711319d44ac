package org.orbweaver.app.census;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/**
 * The parts that one of several processes takes. Neighbouring parts go to different processes, so
 * that all finish at about the same time.
 */
public record PartShare(List<Prefix> prefixes) {
  private static final int MOST = 1 << 16;

  /**
   * @param whole what is split
   * @param parts a power of two; null for one
   * @param share such as {@code 2/4}: the second of four processes
   */
  public static PartShare of(Prefix whole, @Nullable Integer parts, String share) {
    int number = parts == null ? 1 : parts;
    if (number < 1 || number > MOST || Integer.bitCount(number) != 1) {
      throw new IllegalArgumentException(
          "parts are a power of two up to 65536, such as 256, not " + number);
    }
    String[] words = share.split("/", -1);
    int first;
    int step;
    try {
      first = Integer.parseInt(words[0]);
      step = words.length == 2 ? Integer.parseInt(words[1]) : 0;
    } catch (NumberFormatException e) {
      throw notAShare(share);
    }
    if (first < 1 || step < first || step > number) {
      throw notAShare(share);
    }
    int bits = Integer.numberOfTrailingZeros(number);
    return new PartShare(
        IntStream.range(0, number)
            .filter(i -> i % step == first - 1)
            .mapToObj(i -> part(whole, bits, i))
            .toList());
  }

  private static IllegalArgumentException notAShare(String share) {
    return new IllegalArgumentException(
        "a share is I/N with I from 1 to N, and N at most the number of parts, not " + share);
  }

  private static Prefix part(Prefix whole, int bits, int index) {
    Prefix part = whole;
    for (int bit = bits - 1; bit >= 0; bit--) {
      part = part.child((index >> bit & 1) != 0);
    }
    return Prefix.of(part.first(), Math.min(part.length(), Key.BITS));
  }
}
