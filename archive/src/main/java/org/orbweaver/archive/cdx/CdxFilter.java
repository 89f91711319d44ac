package org.orbweaver.archive.cdx;

import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code [!]field:part}, {@code [!]=field:value} or {@code [!]~field:pattern}. */
final class CdxFilter implements Predicate<Map<String, String>> {
  private static final int LONGEST_PATTERN = 1_000;

  /**
   * Characters that a pattern may look at in one field, some twice: an honest one looks at each a
   * few times, one such as (a+)+b at each of thirty a billion times.
   */
  private static final int PATIENCE = 20_000;

  private final boolean not;
  private final String field;
  private final Predicate<String> test;

  CdxFilter(String text) {
    not = text.startsWith("!");
    String rest = not ? text.substring(1) : text;
    char kind = rest.isEmpty() ? ' ' : rest.charAt(0);
    String pair = kind == '=' || kind == '~' ? rest.substring(1) : rest;
    int colon = pair.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("a filter is like status:200, not " + text);
    }
    field = alias(pair.substring(0, colon));
    String value = pair.substring(colon + 1);
    test =
        switch (kind) {
          case '=' -> value::equals;
          case '~' -> pattern(value);
          default -> found -> found.contains(value);
        };
  }

  /** Names of the Wayback Machine's API for the same fields. */
  static String alias(String field) {
    return switch (field) {
      case "mimetype" -> "mime";
      case "statuscode" -> "status";
      case "original" -> "url";
      default -> field;
    };
  }

  @Override
  public boolean test(Map<String, String> line) {
    return test.test(line.getOrDefault(field, "")) != not;
  }

  private static Predicate<String> pattern(String value) {
    if (value.length() > LONGEST_PATTERN) {
      throw new IllegalArgumentException("a pattern has at most " + LONGEST_PATTERN + " letters");
    }
    Pattern pattern;
    try {
      pattern = Pattern.compile(value);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(value + " is no pattern: " + e.getDescription(), e);
    }
    return found -> {
      try {
        return pattern.matcher(new Impatient(found)).matches();
      } catch (StackOverflowError e) {
        throw new IllegalArgumentException("the pattern " + value + " is too deep: a simpler one?");
      } catch (TooSlow e) {
        throw new IllegalArgumentException(
            "the pattern " + value + " takes too long: a simpler one?", e);
      }
    };
  }

  private static final class TooSlow extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A text that can be looked at so often and no more. */
  private static final class Impatient implements CharSequence {
    private final String text;
    private int left = PATIENCE;

    Impatient(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (--left < 0) {
        throw new TooSlow();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
