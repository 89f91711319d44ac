package org.orbweaver.fetch.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The public test cases of the URL standard. */
class WhatwgCasesTest {
  /** Where IDNA 2003 and UTS 46 disagree; HostParser says why we live with it. */
  private static final Set<String> OTHER_IDNA = Set.of("https://fa\u00df.ExAmPlE/");

  @Test
  void everyPublicCaseParsesAsInBrowsers() throws IOException {
    List<String> wrong = new ArrayList<>();
    int cases = 0;
    for (String line : lines()) {
      String[] fields = line.split("\t");
      String input = unescape(fields[0]);
      String base = unescape(fields[1]);
      String expected = unescape(fields[2]);
      WebUrl baseUrl = base.isEmpty() ? null : WebUrl.of(base);
      WebUrl parsed = UrlParser.parse(input, baseUrl, StandardCharsets.UTF_8);
      String got = parsed == null ? "failure" : parsed.toString();
      if (!got.equals(expected) && !OTHER_IDNA.contains(input)) {
        wrong.add(line + "  got " + got);
      }
      cases++;
    }
    assertThat(wrong).as("%d cases", cases).isEmpty();
    assertThat(cases).isGreaterThan(400);
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = WhatwgCasesTest.class.getResourceAsStream("whatwg-cases.tsv")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  private static String unescape(String json) {
    return Pattern.compile("\\\\(u([0-9a-f]{4})|.)")
        .matcher(json.substring(1, json.length() - 1))
        .replaceAll(found -> java.util.regex.Matcher.quoteReplacement(escaped(found)));
  }

  private static String escaped(MatchResult found) {
    String hex = found.group(2);
    if (hex != null) {
      return String.valueOf((char) Integer.parseInt(hex, 16));
    }
    return switch (found.group(1)) {
      case "n" -> "\n";
      case "t" -> "\t";
      case "r" -> "\r";
      case "b" -> "\b";
      case "f" -> "\f";
      default -> found.group(1);
    };
  }
}
