package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.url.WebUrl;

class RobotsFuzzTest {
  private static final WebUrl FILE = WebUrl.of("http://site.example/robots.txt");
  private static final WebUrl PAGE = WebUrl.of("http://site.example/private/a?b=c");

  /** Any bytes are rules of some kind; they answer, and the same each time. */
  @FuzzTest
  void parse(byte[] input) {
    RobotsRules rules = RobotsRules.of(FILE, 200, input, "orbweaver");
    assertThat(rules.isUnreachable()).isFalse();
    boolean allowed = rules.allows(PAGE);
    assertThat(RobotsRules.of(FILE, 200, input, "orbweaver").allows(PAGE)).isEqualTo(allowed);
    rules.crawlDelay().ifPresent(delay -> assertThat(delay).isPositive());
    assertThat(rules.sitemaps()).hasSizeLessThanOrEqualTo(100);
    PlantedBug.at(!allowed && rules.crawlDelay().isPresent() && rules.sitemaps().size() == 1);
  }
}
