package org.orbweaver.indexer.classify;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name that counts how often it is looked at. A regular expression that backtracks without end on
 * a name made for that purpose is stopped after as many looks as an honest name never needs, and
 * counts as not matching.
 */
final class BoundedText implements CharSequence {
  /** Per pattern; honest names need a few looks per character. */
  private static final int MOST_LOOKS = 100_000;

  private final String text;
  private int looks;

  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyLooks() {
      super("a regular expression went astray", null, false, false);
    }
  }

  BoundedText(String text) {
    this.text = text;
  }

  Optional<MatchResult> find(Pattern pattern) {
    looks = 0;
    try {
      Matcher matcher = pattern.matcher(this);
      return matcher.find() ? Optional.of(matcher.toMatchResult()) : Optional.empty();
    } catch (TooManyLooks | StackOverflowError e) {
      return Optional.empty();
    }
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    if (++looks > MOST_LOOKS) {
      throw new TooManyLooks();
    }
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
