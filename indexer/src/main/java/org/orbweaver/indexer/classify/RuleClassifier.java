package org.orbweaver.indexer.classify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Labels torrents by a file of rules. Immutable; any thread may use it. */
public final class RuleClassifier implements Classifier {
  private static final Pattern GROUP = Pattern.compile("^[\\[【(][^\\]】)]{1,40}[\\]】)]");
  private static final Pattern GAP = Pattern.compile("[\\s._]+");
  private static final Pattern BRACKETS =
      Pattern.compile("^[\\[\\](){}【】\\-–|,;:]+|[\\[\\](){}【】\\-–|,;]+$");

  private static final int LONGEST_NAME = 300;

  private final RuleFile rules;

  private RuleClassifier(RuleFile rules) {
    this.rules = rules;
  }

  /** By the rules that come with the program. */
  public static RuleClassifier builtIn() {
    return parse(builtInRules());
  }

  /** The rules that come with the program, to begin one's own with. */
  public static String builtInRules() {
    try (InputStream stream = RuleClassifier.class.getResourceAsStream("rules.txt")) {
      if (stream == null) {
        throw new IllegalStateException("the program lacks its classifier rules");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Somebody's own rules. */
  public static RuleClassifier load(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the classifier rules " + file, e);
    }
  }

  public static RuleClassifier parse(String rules) {
    return new RuleClassifier(RuleFile.parse(rules));
  }

  @Override
  public Labels classify(String name, Map<String, Long> bytesByExtension) {
    Reading reading = new Reading(name);
    kind(bytesByExtension).ifPresent(reading.facts::add);
    rules.finds().forEach(reading::apply);
    rules.marks().forEach(reading::apply);
    List<String> languages =
        rules.languages().stream()
            .filter(language -> reading.mentions(language))
            .map(RuleFile.Mark::name)
            .toList();
    return new Labels(
        category(reading),
        reading.title(),
        reading.number("year"),
        reading.number("season"),
        reading.number("episode"),
        Optional.ofNullable(reading.labels.get("resolution")),
        languages);
  }

  /** The kind that has at least half of the bytes. */
  private Optional<String> kind(Map<String, Long> bytesByExtension) {
    Map<String, Double> byKind = new HashMap<>();
    double all = 0;
    for (Map.Entry<String, Long> each : bytesByExtension.entrySet()) {
      String kind = rules.kindByExtension().getOrDefault(each.getKey(), "");
      byKind.merge(kind, (double) each.getValue(), Double::sum);
      all += each.getValue();
    }
    double half = all / 2;
    return byKind.entrySet().stream()
        .filter(each -> !each.getKey().isEmpty() && each.getValue() >= half)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  private int category(Reading reading) {
    return rules.categories().stream()
        .filter(category -> category.conditions().stream().allMatch(reading::holds))
        .map(RuleFile.Category::number)
        .findFirst()
        .orElse(Labels.OTHER);
  }

  /** What the rules have found in one name so far. */
  private static final class Reading {
    private final String name;
    private final BoundedText text;
    private final Map<String, String> labels = new HashMap<>();
    private final Set<String> facts = new HashSet<>();
    private int titleEnd;

    Reading(String name) {
      this.name = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
      this.text = new BoundedText(fold(this.name));
      this.titleEnd = this.name.length();
    }

    /** Lower case, and one kind of space; character by character, so that positions stay. */
    private static String fold(String name) {
      StringBuilder folded = new StringBuilder(name.length());
      for (int i = 0; i < name.length(); i++) {
        char each = name.charAt(i);
        folded.append(
            each == '.' || each == '_' || each == '+' ? ' ' : Character.toLowerCase(each));
      }
      return folded.toString();
    }

    void apply(RuleFile.Find find) {
      if (labels.containsKey(find.labels().getFirst())) {
        return;
      }
      Optional<MatchResult> found = text.find(find.expression());
      if (found.isEmpty()) {
        return;
      }
      MatchResult match = found.get();
      if (find.value().isPresent()) {
        labels.put(find.labels().getFirst(), find.value().get());
        endTitle(match.start());
        return;
      }
      for (int i = 0; i < find.labels().size(); i++) {
        labels.putIfAbsent(find.labels().get(i), match.group(i + 1));
      }
      // A pattern for the whole name begins before the title does.
      boolean whole = find.expression().isAnchored();
      endTitle(whole ? match.start(1) : match.start());
    }

    void apply(RuleFile.Mark mark) {
      Optional<MatchResult> found = text.find(mark.expression());
      if (found.isPresent()) {
        facts.add(mark.name());
        if (mark.endsTitle()) {
          endTitle(found.get().start());
        }
      }
    }

    /** In the title it is what the title says: The French Lantern need not be French. */
    boolean mentions(RuleFile.Mark language) {
      return text.find(language.expression(), titleEnd < name.length() ? titleEnd : 0).isPresent();
    }

    private void endTitle(int at) {
      if (at > 0) {
        titleEnd = Math.min(titleEnd, at);
      }
    }

    boolean holds(RuleFile.Condition condition) {
      String label = labels.get(condition.name());
      boolean holds =
          condition.value().isPresent()
              ? condition.value().get().equals(label)
              : label != null || facts.contains(condition.name());
      return holds != condition.negated();
    }

    OptionalInt number(String label) {
      String value = labels.get(label);
      return value == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value));
    }

    /** What stands before everything that was recognised, without groups in brackets. */
    String title() {
      List<String> words = new ArrayList<>();
      String head = GROUP.matcher(name.substring(0, titleEnd)).replaceFirst(" ");
      for (String word : GAP.split(head)) {
        String bare = BRACKETS.matcher(word).replaceAll("");
        if (!bare.isEmpty()) {
          words.add(bare);
        }
      }
      return String.join(" ", words);
    }
  }
}
