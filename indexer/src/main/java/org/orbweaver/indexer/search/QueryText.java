package org.orbweaver.indexer.search;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.indexer.search.IndexQuery.Term;

/**
 * A line that somebody typed into a search box, understood. Nothing is an error: what cannot be
 * understood is taken as words.
 *
 * @param words to be found in the name or the file names
 * @param required terms of the index that must all match
 */
public record QueryText(List<String> words, List<Term> required, List<Term> excluded) {
  private static final Pattern PART = Pattern.compile("(-?)(?:\"([^\"]*)\"?|(\\S+))");

  /** A bound on what one question can cost. */
  private static final int MOST_TERMS = 32;

  private static final int LONGEST = 500;

  public static QueryText parse(String line) {
    List<String> words = new ArrayList<>();
    List<Term> required = new ArrayList<>();
    List<Term> excluded = new ArrayList<>();
    Matcher part = PART.matcher(line.length() > LONGEST ? line.substring(0, LONGEST) : line);
    while (part.find() && required.size() + excluded.size() < MOST_TERMS) {
      boolean without = !part.group(1).isEmpty();
      List<Term> terms = part.group(2) != null ? phrase(part.group(2)) : words(part.group(3));
      if (!without) {
        required.addAll(terms);
        words.addAll(Words.texts(part.group(2) != null ? part.group(2) : part.group(3)));
      } else if (!terms.isEmpty()) {
        // Of several words, as in -foo.bar, the rarest would be the kindest; the first will do.
        excluded.add(terms.getFirst());
      }
    }
    return new QueryText(List.copyOf(words), List.copyOf(required), List.copyOf(excluded));
  }

  private static List<Term> words(String text) {
    boolean begins = text.endsWith("*");
    List<Words.Word> found = Words.of(text);
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Words.Word word = found.get(i);
      boolean last = i == found.size() - 1;
      if (!word.dense()) {
        terms.add(new Term(word.text(), begins && last));
      } else if (word.text().codePointCount(0, word.text().length()) == 2) {
        terms.add(new Term(word.text()));
      } else if (i == 0 || !found.get(i - 1).dense()) {
        // One character alone; elsewhere the pair before it has said the same.
        terms.add(new Term(word.text(), true));
      }
    }
    return terms;
  }

  private static List<Term> phrase(String text) {
    List<String> joined = Words.joined(Words.of(text));
    return joined.isEmpty() ? words(text) : joined.stream().map(Term::new).toList();
  }

  IndexQuery toIndexQuery(List<List<String>> tags, List<String> withoutTags) {
    List<List<Term>> groups = new ArrayList<>();
    required.stream().distinct().forEach(term -> groups.add(List.of(term)));
    tags.forEach(alternatives -> groups.add(alternatives.stream().map(Term::new).toList()));
    List<Term> without = new ArrayList<>(excluded);
    withoutTags.forEach(tag -> without.add(new Term(tag)));
    return new IndexQuery(groups, without);
  }
}
