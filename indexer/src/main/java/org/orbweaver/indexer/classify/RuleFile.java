package org.orbweaver.indexer.classify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of the classifier as they are written down; {@code rules.txt} explains the format. */
record RuleFile(
    Map<String, String> kindByExtension,
    List<Find> finds,
    List<Mark> marks,
    List<Mark> languages,
    List<Category> categories) {
  /** Gives labels their values, or one label a fixed one. */
  record Find(List<String> labels, Optional<String> value, Expression expression) {}

  /** True or false of a name; whether it ends the title is written with it. */
  record Mark(String name, boolean endsTitle, Expression expression) {}

  record Category(int number, List<Condition> conditions) {}

  record Condition(String name, Optional<String> value, boolean negated) {}

  static RuleFile parse(String text) {
    Map<String, String> kinds = new HashMap<>();
    List<Find> finds = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    List<Mark> languages = new ArrayList<>();
    List<Category> categories = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\\R")) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.strip().split("\\s+", 3);
      if (parts.length < 3) {
        throw new IllegalArgumentException(
            "line " + number + " of the rules has too few words: " + line);
      }
      try {
        switch (parts[0]) {
          case "kind" -> {
            for (String extension : parts[2].split("\\s+")) {
              kinds.putIfAbsent(extension, parts[1]);
            }
          }
          case "find" -> finds.add(find(parts[1], parts[2]));
          case "mark" -> marks.add(mark(parts[1], parts[2]));
          case "language" -> languages.add(mark(parts[1] + "~", parts[2]));
          case "category" -> categories.add(category(parts[1], parts[2]));
          default -> throw new IllegalArgumentException("unknown rule '" + parts[0] + "'");
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "line "
                + number
                + " of the rules: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
            e);
      }
    }
    RuleFile rules =
        new RuleFile(
            Map.copyOf(kinds),
            List.copyOf(finds),
            List.copyOf(marks),
            List.copyOf(languages),
            List.copyOf(categories));
    rules.checkConditions();
    return rules;
  }

  private static Find find(String name, String regex) {
    String[] sides = name.split("=", 2);
    return new Find(
        List.of(sides[0].split(",")),
        sides.length == 2 ? Optional.of(sides[1]) : Optional.empty(),
        Expression.of(regex));
  }

  private static Mark mark(String name, String regex) {
    boolean endsTitle = !name.endsWith("~");
    return new Mark(
        endsTitle ? name : name.substring(0, name.length() - 1), endsTitle, Expression.of(regex));
  }

  private static Category category(String number, String conditions) {
    List<Condition> all = new ArrayList<>();
    for (String each : conditions.split("\\s+")) {
      boolean negated = each.startsWith("!");
      String[] sides = (negated ? each.substring(1) : each).split(":", 2);
      all.add(
          new Condition(
              sides[0], sides.length == 2 ? Optional.of(sides[1]) : Optional.empty(), negated));
    }
    return new Category(Integer.parseInt(number), List.copyOf(all));
  }

  /** A misspelt condition would never hold and nobody would notice. */
  private void checkConditions() {
    Set<String> known = new HashSet<>(kindByExtension.values());
    finds.forEach(find -> known.addAll(find.labels()));
    marks.forEach(mark -> known.add(mark.name()));
    for (Category category : categories) {
      for (Condition condition : category.conditions()) {
        if (!known.contains(condition.name())) {
          throw new IllegalArgumentException(
              "category "
                  + category.number()
                  + " asks for '"
                  + condition.name()
                  + "', which no rule finds");
        }
      }
    }
  }
}
