package org.orbweaver.indexer.torrent;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Which of the character sets that torrents were named in before UTF-8 won explains some bytes
 * best. A likelihood, not a dictionary: each set spreads its probability over classes of characters
 * (the frequent kanji, kana, rare ones), and a character costs the negative logarithm of its
 * class's share divided by the class's size. Ten bytes usually suffice; the price of a wrong guess
 * is an unreadable name.
 */
enum CharsetGuess {
  /** Simplified Chinese. Level 1 of GB 2312, B0–D7, is 93 % of running text. */
  GBK("GBK", 0) {
    @Override
    double pair(int lead, int trail) {
      if (!in(lead, 0x81, 0xFE) || !in(trail, 0x40, 0xFE) || trail == 0x7F) {
        return IMPOSSIBLE;
      }
      if (trail < 0xA1 || in(lead, 0x81, 0xA0) || lead > 0xF7) {
        return 14.8;
      }
      return in(lead, 0xB0, 0xD7) ? 8.3 : in(lead, 0xA1, 0xA9) ? 9.5 : 12.2;
    }
  },
  /** Traditional Chinese. */
  BIG5("Big5", 1.5) {
    @Override
    double pair(int lead, int trail) {
      if (!in(lead, 0xA1, 0xF9) || !(in(trail, 0x40, 0x7E) || in(trail, 0xA1, 0xFE))) {
        return IMPOSSIBLE;
      }
      return in(lead, 0xA4, 0xC6) ? 8.65 : lead < 0xA4 ? 9.2 : 13.5;
    }
  },
  /** Japanese as Windows wrote it: half of it is kana. */
  SHIFT_JIS("windows-31j", 0.7) {
    @Override
    boolean isSingle(int value) {
      return in(value, 0xA1, 0xDF); // katakana of half width
    }

    @Override
    double single(int previous, int value) {
      return 8;
    }

    @Override
    double pair(int lead, int trail) {
      boolean leads = in(lead, 0x81, 0x9F) || in(lead, 0xE0, 0xFC);
      if (!leads || !in(trail, 0x40, 0xFC) || trail == 0x7F) {
        return IMPOSSIBLE;
      }
      boolean kana = lead == 0x82 && in(trail, 0x9F, 0xF1) || lead == 0x83 && trail <= 0x96;
      return kana ? 5.8 : lead == 0x81 ? 7.7 : in(lead, 0x88, 0x98) ? 8.9 : 13;
    }
  },
  /** Japanese as Unix wrote it. */
  EUC_JP("EUC-JP", 4) {
    @Override
    double pair(int lead, int trail) {
      if (lead == 0x8E && in(trail, 0xA1, 0xDF)) {
        return 10;
      }
      if (!in(lead, 0xA1, 0xF4) || !in(trail, 0xA1, 0xFE)) {
        return IMPOSSIBLE;
      }
      boolean kana = in(lead, 0xA4, 0xA5);
      return kana ? 5.8 : lead == 0xA1 ? 7.7 : in(lead, 0xB0, 0xCF) ? 8.9 : 12.5;
    }
  },
  /** Korean: 2,350 syllables in B0–C8. */
  KOREAN("x-windows-949", 2.3) {
    @Override
    double pair(int lead, int trail) {
      if (!in(lead, 0x81, 0xFD) || !in(trail, 0x41, 0xFE)) {
        return IMPOSSIBLE;
      }
      if (trail < 0xA1 || lead < 0xA1) {
        return 13;
      }
      return in(lead, 0xB0, 0xC8) ? 7.8 : lead < 0xB0 ? 9.5 : 13;
    }
  },
  /** Russian: words are runs of high bytes, most of them small letters in E0–FF. */
  CYRILLIC("windows-1251", 0.7) {
    @Override
    boolean isSingle(int value) {
      return true;
    }

    @Override
    double single(int previous, int value) {
      double letter = value >= 0xE0 ? 3.7 : value >= 0xC0 ? 5.4 : 8;
      return isLatin(previous) ? letter + 4 : letter;
    }

    @Override
    double pair(int lead, int trail) {
      return IMPOSSIBLE;
    }
  },
  /** Western Europe: single accented letters among plain ones. */
  LATIN("windows-1252", 0.7) {
    @Override
    boolean isSingle(int value) {
      return true;
    }

    @Override
    double single(int previous, int value) {
      double letter = value >= 0xC0 ? 4.3 : value >= 0xA0 ? 7 : 9;
      return previous >= 0x80 ? letter + 3 : letter;
    }

    @Override
    double pair(int lead, int trail) {
      return IMPOSSIBLE;
    }
  };

  private static final double IMPOSSIBLE = 30;
  private static final double ASCII = 4.2;

  private final Charset charset;
  private final double rarity;

  CharsetGuess(String charset, double rarity) {
    this.charset = Charset.forName(charset);
    this.rarity = rarity;
  }

  /** The likeliest character set of bytes that are not UTF-8. */
  static Charset of(byte[] sample) {
    return Arrays.stream(values())
        .min(Comparator.comparingDouble(guess -> guess.cost(sample)))
        .orElseThrow()
        .charset;
  }

  /** Whether these bytes are possible in that character set. */
  static boolean fits(Charset charset, byte[] sample) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(sample)).hasRemaining();
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private double cost(byte[] sample) {
    double cost = rarity;
    int previous = 0;
    for (int i = 0; i < sample.length; i++) {
      int value = sample[i] & 0xFF;
      if (value < 0x80) {
        cost += ASCII;
      } else if (isSingle(value)) {
        cost += single(previous, value);
      } else {
        i++;
        cost += i < sample.length ? pair(value, sample[i] & 0xFF) : 0;
      }
      previous = value;
    }
    return cost;
  }

  /** Whether this byte above 7F is a character by itself. */
  boolean isSingle(int value) {
    return false;
  }

  double single(int previous, int value) {
    return IMPOSSIBLE;
  }

  abstract double pair(int lead, int trail);

  private static boolean in(int value, int from, int to) {
    return value >= from && value <= to;
  }

  private static boolean isLatin(int value) {
    return in(value | 0x20, 'a', 'z');
  }
}
