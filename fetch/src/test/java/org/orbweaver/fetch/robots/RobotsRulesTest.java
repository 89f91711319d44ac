package org.orbweaver.fetch.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.fetch.url.WebUrl;

class RobotsRulesTest {
  private static final WebUrl ROBOTS = WebUrl.of("http://h.example/robots.txt");

  private static RobotsRules rules(String text) {
    return RobotsRules.of(ROBOTS, 200, text.getBytes(StandardCharsets.UTF_8), "orbweaver");
  }

  private static boolean allows(RobotsRules rules, String path) {
    return rules.allows(WebUrl.of("http://h.example" + path));
  }

  @Test
  void ourOwnGroupBeatsTheStar() {
    RobotsRules rules =
        rules("User-agent: *\nDisallow: /\n\nUser-Agent: OrbWeaver\nDisallow: /private\n");
    assertThat(allows(rules, "/public")).isTrue();
    assertThat(allows(rules, "/private/x")).isFalse();
  }

  @Test
  void longestMatchWinsAndAllowBreaksTies() {
    RobotsRules rules = rules("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*.gif$\n");
    assertThat(allows(rules, "/a/x")).isFalse();
    assertThat(allows(rules, "/a/b/x")).isTrue();
    assertThat(allows(rules, "/i.gif")).isFalse();
    assertThat(allows(rules, "/i.gif?x")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "404, true, false",
    "403, true, false",
    "410, true, false",
    "429, false, true",
    "500, false, true",
    "503, false, true"
  })
  void missingFilesAllowAndFailingServersForbid(int status, boolean allowed, boolean unreachable) {
    RobotsRules rules = RobotsRules.of(ROBOTS, status, new byte[0], "orbweaver");
    assertThat(allows(rules, "/x")).isEqualTo(allowed);
    assertThat(rules.isUnreachable()).isEqualTo(unreachable);
  }

  @Test
  void delayAndSitemapsAreHeard() {
    RobotsRules rules =
        rules("Sitemap: http://h.example/s.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow:\n");
    assertThat(rules.crawlDelay()).contains(Duration.ofMillis(2500));
    assertThat(rules.sitemaps()).containsExactly(WebUrl.of("http://h.example/s.xml"));
    assertThat(rules("User-agent: *\nDisallow:").crawlDelay()).isEmpty();
  }

  @Test
  void aHugeFileIsReadOnlyAtItsStart() {
    String text =
        "User-agent: *\nDisallow: /early\n"
            + "#".repeat(RobotsRules.MOST_BYTES)
            + "\nDisallow: /late\n";
    RobotsRules rules = rules(text);
    assertThat(allows(rules, "/early")).isFalse();
    assertThat(allows(rules, "/late")).isTrue();
  }
}
