package org.orbweaver.indexer.classify;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/**
 * A name that counts how often it is looked at. A regular expression that backtracks without end on
 * a name made for that purpose is stopped after as many looks as an honest name never needs, and
 * counts as not matching.
 */
final class BoundedText implements CharSequence {
  /** Per pattern; honest names need a few looks per character. */
  private static final int MOST_LOOKS = 100_000;

  private final String text;
  private final boolean ascii;
  private final int[] edges;
  private int looks;

  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyLooks() {
      super("a regular expression went astray", null, false, false);
    }
  }

  BoundedText(String text) {
    this.text = text;
    this.ascii = text.chars().allMatch(each -> each < 0x80);
    int[] found = new int[text.length() + 1];
    int count = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (isWord(i - 1) != isWord(i)) {
        found[count++] = i;
      }
    }
    this.edges = Arrays.copyOf(found, count);
  }

  /** As {@code \b} sees it, which knows ASCII only. */
  private boolean isWord(int at) {
    if (at < 0 || at >= text.length()) {
      return false;
    }
    char each = text.charAt(at);
    return each < 0x80 && (Character.isLetterOrDigit(each) || each == '_');
  }

  /** The first match in the text. */
  Optional<MatchResult> find(Expression expression) {
    return find(expression, 0);
  }

  /** The first match; words, but not other scripts, count only from there on. */
  Optional<MatchResult> find(Expression expression, int wordsFrom) {
    Optional<MatchResult> first = Optional.empty();
    for (Expression.Part part : expression.parts()) {
      Optional<MatchResult> match = find(part, wordsFrom);
      if (match.isPresent() && (first.isEmpty() || match.get().start() < first.get().start())) {
        first = match;
      }
    }
    return first;
  }

  private Optional<MatchResult> find(Expression.Part part, int wordsFrom) {
    looks = 0;
    try {
      Matcher matcher = part.pattern().matcher(this);
      boolean found =
          switch (part.where()) {
            case AT_START -> matcher.lookingAt();
            case AT_WORD_EDGES -> findAtEdge(matcher, wordsFrom);
            case IN_OTHER_SCRIPTS -> !ascii && matcher.find();
            case ANYWHERE -> matcher.find();
          };
      return found ? Optional.of(matcher.toMatchResult()) : Optional.empty();
    } catch (TooManyLooks | StackOverflowError e) {
      return Optional.empty();
    }
  }

  private boolean findAtEdge(Matcher matcher, int from) {
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    for (int edge : edges) {
      if (edge >= from && matcher.region(edge, text.length()).lookingAt()) {
        return true;
      }
    }
    return false;
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
