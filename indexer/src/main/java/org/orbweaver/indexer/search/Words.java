package org.orbweaver.indexer.search;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Takes text apart into the words under which it is indexed and found.
 *
 * <ul>
 *   <li>Letters and digits make words; everything else separates. Case, width (ＡＢＣ) and Latin
 *       accents are folded: {@code Amélie} is found by {@code amelie}.
 *   <li>Scripts that put no spaces between words (Chinese, Japanese, Korean, Thai and their
 *       relatives) become overlapping pairs of characters, and the last character alone: {@code
 *       三体第一} → {@code 三体 体第 第一 一}. A single character is then found as the beginning of a pair.
 *   <li>Neighbours are joined to a further word, {@code big_buck buck_bunny} and {@code 三体第 体第一}:
 *       that makes a phrase an ordinary AND, and spares both engines all positions.
 * </ul>
 *
 * Names come from strangers: a word is cut off at {@value #LONGEST} characters, and whoever indexes
 * a text bounds how many words it takes.
 */
public final class Words {
  private static final Pattern ACCENTS = Pattern.compile("[\\u0300-\\u036f]+");

  public static final int LONGEST = 40;

  /** Joins neighbours; begins tags. No word contains it. */
  public static final char JOIN = '_';

  private Words() {}

  /** One word; {@code dense} if it is a pair or a character of a script without spaces. */
  public record Word(String text, boolean dense) {}

  /** All words in order. */
  public static List<Word> of(String text) {
    String folded = fold(text);
    List<Word> words = new ArrayList<>();
    int at = 0;
    while (at < folded.length()) {
      int point = folded.codePointAt(at);
      int end = at + Character.charCount(point);
      if (isDense(point)) {
        while (end < folded.length() && isDense(folded.codePointAt(end))) {
          end += Character.charCount(folded.codePointAt(end));
        }
        addPairs(folded, at, end, words);
      } else if (Character.isLetterOrDigit(point)) {
        while (end < folded.length() && continues(folded.codePointAt(end))) {
          end += Character.charCount(folded.codePointAt(end));
        }
        words.add(new Word(cut(folded, at, end), false));
      }
      at = end;
    }
    return words;
  }

  /** The texts of all words in order. */
  public static List<String> texts(String text) {
    return of(text).stream().map(Word::text).toList();
  }

  /**
   * The joined neighbours of a text: what must all be there for its words to stand in this order.
   */
  public static List<String> joined(List<Word> words) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i + 1 < words.size(); i++) {
      Word first = words.get(i);
      Word second = words.get(i + 1);
      if (!first.dense() || !second.dense()) {
        pairs.add(first.text() + JOIN + second.text());
      } else if (overlap(first.text(), second.text())) {
        pairs.add(first.text() + second.text().substring(tail(second.text())));
      }
    }
    return pairs;
  }

  /** Whether {@code 三体} and {@code 体第} make {@code 三体第}; the last character alone does not. */
  private static boolean overlap(String first, String second) {
    int middle = tail(first);
    return middle > 0 && tail(second) > 0 && second.startsWith(first.substring(middle));
  }

  /** Where the second character begins, or 0 if there is only one. */
  private static int tail(String pair) {
    int first = Character.charCount(pair.codePointAt(0));
    return first < pair.length() ? first : 0;
  }

  private static void addPairs(String text, int from, int to, List<Word> words) {
    int at = from;
    while (at < to) {
      int next = at + Character.charCount(text.codePointAt(at));
      int end = next < to ? next + Character.charCount(text.codePointAt(next)) : next;
      words.add(new Word(text.substring(at, end), true));
      at = next;
    }
  }

  private static String cut(String text, int from, int to) {
    if (to - from <= LONGEST) {
      return text.substring(from, to);
    }
    int end = from + LONGEST;
    return text.substring(from, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }

  private static boolean continues(int point) {
    return (Character.isLetterOrDigit(point)
            || Character.getType(point) == Character.NON_SPACING_MARK)
        && !isDense(point);
  }

  private static boolean isDense(int point) {
    if (point < 0x0e00) {
      return false;
    }
    if (!Character.isLetter(point) && Character.getType(point) != Character.NON_SPACING_MARK) {
      return false;
    }
    return switch (Character.UnicodeScript.of(point)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO, THAI, LAO, KHMER, MYANMAR -> true;
      default -> point == 0x30fc; // the long vowel mark belongs to both kana
    };
  }

  private static String fold(String text) {
    if (isAscii(text)) {
      return text.toLowerCase(Locale.ROOT);
    }
    // Accents go only from Latin, Greek and Cyrillic letters (U+0300–036F): the marks of kana and
    // of Indic scripts are different sounds.
    String plain =
        ACCENTS
            .matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
            .replaceAll("")
            .toLowerCase(Locale.ROOT);
    return Normalizer.normalize(plain, Normalizer.Form.NFKC);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
