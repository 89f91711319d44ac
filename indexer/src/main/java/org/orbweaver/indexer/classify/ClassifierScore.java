package org.orbweaver.indexer.classify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How right a classifier is about names whose truth is known, field by field.
 *
 * <p>The truth is a file, one name a line, columns separated by tabs; {@code #} begins a comment,
 * {@code ?} means that nobody knows, and nothing that there is nothing to find:
 *
 * <pre>
 *   extension of its files  name  category  title  year  season  episode  resolution  languages
 * </pre>
 *
 * A category that ends in 000 stands for all of its thousand. Titles are compared by their letters
 * and digits.
 */
public final class ClassifierScore {
  private static final List<String> FIELDS =
      List.of("category", "title", "year", "season", "episode", "resolution", "languages");
  private static final int BEFORE_FIELDS = 2;

  private final Classifier classifier;
  private final Map<String, int[]> counts = new LinkedHashMap<>();
  private final List<String> mistakes = new ArrayList<>();

  /**
   * One field over all names.
   *
   * @param known names that have this
   * @param found names for which the classifier said something
   * @param right names for which it said the truth
   */
  public record Field(String field, int known, int found, int right) {
    /** Of what it said, how much is true. */
    public double precision() {
      return found == 0 ? 1 : (double) right / found;
    }

    /** Of what is true, how much it said. */
    public double recall() {
      return known == 0 ? 1 : (double) right / known;
    }
  }

  public ClassifierScore(Classifier classifier) {
    this.classifier = classifier;
    FIELDS.forEach(field -> counts.put(field, new int[3]));
  }

  /** Scores one line of truth; throws if it does not have its columns. */
  public void add(String line) {
    if (line.isBlank() || line.startsWith("#")) {
      return;
    }
    String[] columns = line.split("\t", -1);
    if (columns.length != BEFORE_FIELDS + FIELDS.size()) {
      throw new IllegalArgumentException(
          "a line of truth has %d columns, not %d: %s"
              .formatted(BEFORE_FIELDS + FIELDS.size(), columns.length, line));
    }
    Map<String, Long> files = columns[0].isEmpty() ? Map.of() : Map.of(columns[0], 1_000L);
    List<String> said = texts(classifier.classify(columns[1], files));
    for (int i = 0; i < FIELDS.size(); i++) {
      String truth = columns[BEFORE_FIELDS + i];
      if (!truth.equals("?")) {
        count(FIELDS.get(i), truth, said.get(i), columns[1]);
      }
    }
  }

  private void count(String field, String truth, String said, String name) {
    int[] count = counts.get(field);
    boolean right = same(field, truth, said);
    if (count != null) {
      count[0] += truth.isEmpty() ? 0 : 1;
      count[1] += said.isEmpty() ? 0 : 1;
      count[2] += right && !truth.isEmpty() ? 1 : 0;
    }
    if (!right) {
      mistakes.add("%s: said '%s', is '%s': %s".formatted(field, said, truth, name));
    }
  }

  private static boolean same(String field, String truth, String said) {
    return switch (field) {
      case "category" ->
          truth.endsWith("000") ? said.startsWith(truth.substring(0, 1)) : truth.equals(said);
      case "title" -> bare(truth).equals(bare(said));
      case "languages" -> sorted(truth).equals(sorted(said));
      default -> truth.equals(said);
    };
  }

  private static String bare(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }

  private static List<String> sorted(String list) {
    return Arrays.stream(list.split(",")).sorted().toList();
  }

  /** In the order of the columns. */
  static List<String> texts(Labels labels) {
    return List.of(
        Integer.toString(labels.category()),
        labels.title(),
        text(labels.year()),
        text(labels.season()),
        text(labels.episode()),
        labels.resolution().orElse(""),
        String.join(",", labels.languages()));
  }

  private static String text(OptionalInt number) {
    return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
  }

  public List<Field> fields() {
    return counts.entrySet().stream()
        .map(
            each ->
                new Field(
                    each.getKey(), each.getValue()[0], each.getValue()[1], each.getValue()[2]))
        .toList();
  }

  /** What was said wrongly, one sentence each. */
  public List<String> mistakes() {
    return List.copyOf(mistakes);
  }
}
