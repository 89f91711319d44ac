package org.orbweaver.archive.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What in an address changes from visit to visit and means nothing: cache-busters, session IDs.
 * Rules are lines of a file, a pattern for the address and the names of query parameters to leave
 * out; {@code *} for all of them.
 */
public final class FuzzyRules {
  private record Rule(Pattern address, boolean all, Set<String> names, Pattern values) {}

  private static final Pattern ANY = Pattern.compile("");

  private final List<Rule> rules = new ArrayList<>();

  private FuzzyRules(List<String> lines) {
    for (String line : lines) {
      String text = line.replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        String[] parts = text.split("\\s+");
        if (parts.length < 2) {
          throw new IllegalArgumentException("a fuzzy rule needs a pattern and names: " + text);
        }
        Set<String> names = Arrays.stream(parts[1].split(",")).collect(Collectors.toSet());
        Pattern values = parts.length > 2 ? Pattern.compile(parts[2]) : ANY;
        rules.add(new Rule(Pattern.compile(parts[0]), names.contains("*"), names, values));
      }
    }
  }

  public static FuzzyRules of(List<String> lines) {
    return new FuzzyRules(lines);
  }

  /** Those that come with the program. */
  public static FuzzyRules usual() {
    try (InputStream in = FuzzyRules.class.getResourceAsStream("fuzzy-rules.txt")) {
      if (in == null) {
        throw new IllegalStateException("the program's fuzzy rules are missing");
      }
      return new FuzzyRules(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The address without its noise. */
  String likeness(String url) {
    int query = url.indexOf('?');
    if (query < 0) {
      return url;
    }
    for (Rule rule : rules) {
      if (rule.address().matcher(url).find()) {
        String kept =
            Arrays.stream(url.substring(query + 1).split("&"))
                .filter(parameter -> !isNoise(rule, parameter))
                .collect(Collectors.joining("&"));
        return kept.length() == url.length() - query - 1
            ? url
            : url.substring(0, query) + (kept.isEmpty() ? "" : "?" + kept);
      }
    }
    return url;
  }

  private static boolean isNoise(Rule rule, String parameter) {
    int equals = parameter.indexOf('=');
    String name = equals < 0 ? parameter : parameter.substring(0, equals);
    String value = equals < 0 ? parameter : parameter.substring(equals + 1);
    return (rule.all() || rule.names().contains(name)) && rule.values().matcher(value).find();
  }
}
