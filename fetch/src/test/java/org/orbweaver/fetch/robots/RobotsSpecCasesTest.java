package org.orbweaver.fetch.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What RFC 9309 and Google's published specification say, rule by rule, as cases in {@code
 * spec-cases.txt}.
 */
class RobotsSpecCasesTest {
  /** One line of the file: an agent asks for a path under the robots.txt above it. */
  record Case(String rule, String robots, boolean allowed, String agent, String path) {
    @Override
    public String toString() {
      return rule + ": " + agent + (allowed ? " may " : " must not ") + path;
    }
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    String rule = "";
    StringBuilder robots = new StringBuilder();
    boolean asked = true;
    for (String line : lines()) {
      if (line.startsWith("= ")) {
        rule = line.substring(2);
      } else if (line.startsWith("| ") || line.equals("|")) {
        if (asked) {
          robots.setLength(0);
          asked = false;
        }
        robots.append(unescaped(line.substring(Math.min(2, line.length()))));
        robots.append(line.endsWith("\\r") ? "" : "\n");
      } else if (line.startsWith("+ ") || line.startsWith("- ")) {
        asked = true;
        String[] words = line.split(" ");
        cases.add(
            new Case(rule, robots.toString(), words[0].equals("+"), words[1], unescaped(words[2])));
      }
    }
    return cases.stream();
  }

  private static String unescaped(String text) {
    return text.replace("\\t", "\t")
        .replace("\\r", "\r")
        .replace("\\ufeff", "\ufeff")
        .replace("\\u30c4", "\u30c4");
  }

  private static List<String> lines() {
    try (InputStream file = RobotsSpecCasesTest.class.getResourceAsStream("spec-cases.txt")) {
      assertThat(file).isNotNull();
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void robotsAreReadAsSpecified(Case one) {
    RobotsRules rules =
        RobotsRules.of(
            WebUrl.of("http://foo.bar/robots.txt"),
            200,
            one.robots().getBytes(StandardCharsets.UTF_8),
            one.agent());
    WebUrl url = WebUrl.of("http://foo.bar" + one.path());
    assertThat(rules.allows(url)).as("%s", one.robots()).isEqualTo(one.allowed());
  }

  @Test
  void thereAreCasesForEveryRule() {
    assertThat(cases().count()).isGreaterThan(100);
  }
}
