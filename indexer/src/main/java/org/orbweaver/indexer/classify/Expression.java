package org.orbweaver.indexer.classify;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A regular expression as its alternatives, each tried only where it can match at all. Rules are
 * many and names are taken in by the thousand: most alternatives begin at the edge of a word, and a
 * name has a dozen of those where it has a hundred characters.
 */
record Expression(List<Part> parts) {
  /** Where an alternative can match. */
  enum Where {
    AT_START,
    AT_WORD_EDGES,
    IN_OTHER_SCRIPTS,
    ANYWHERE
  }

  record Part(Pattern pattern, Where where) {}

  static Expression of(String regex) {
    Pattern whole = compiled(regex);
    if (whole.matcher("").groupCount() > 0) {
      // Groups are numbered throughout: it stays in one piece.
      List<String> alternatives = alternatives(regex);
      return new Expression(
          List.of(new Part(whole, alternatives.size() == 1 ? where(regex) : Where.ANYWHERE)));
    }
    return new Expression(
        alternatives(regex).stream().map(each -> new Part(compiled(each), where(each))).toList());
  }

  /** Words end where letters of any script do: "größe 1978" has no word that begins with "e". */
  private static Pattern compiled(String regex) {
    return Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS);
  }

  /** Whether it describes the name from its beginning on. */
  boolean isAnchored() {
    return parts.getFirst().where() == Where.AT_START;
  }

  private static Where where(String alternative) {
    if (alternative.startsWith("^")) {
      return Where.AT_START;
    }
    if (alternative.startsWith("\\b")) {
      return Where.AT_WORD_EDGES;
    }
    int first = alternative.startsWith("[") ? 1 : 0;
    return alternative.length() > first && alternative.charAt(first) >= 0x80
        ? Where.IN_OTHER_SCRIPTS
        : Where.ANYWHERE;
  }

  /** Split at the bars that stand in no group and no class. */
  private static List<String> alternatives(String regex) {
    List<String> found = new ArrayList<>();
    int depth = 0;
    boolean inClass = false;
    int from = 0;
    for (int i = 0; i < regex.length(); i++) {
      switch (regex.charAt(i)) {
        case '\\' -> i++;
        case '[' -> inClass = true;
        case ']' -> inClass = false;
        case '(' -> depth += inClass ? 0 : 1;
        case ')' -> depth -= inClass ? 0 : 1;
        case '|' -> {
          if (depth == 0 && !inClass) {
            found.add(regex.substring(from, i));
            from = i + 1;
          }
        }
        default -> {}
      }
    }
    found.add(regex.substring(from));
    return found;
  }
}
