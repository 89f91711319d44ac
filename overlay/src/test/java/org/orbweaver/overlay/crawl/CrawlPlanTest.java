package org.orbweaver.overlay.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CrawlPlanTest {
  private static final long CREATED = 1_763_270_000;
  private static final long DAY = 86_400;

  private static CrawlPlan plan(long created, long every) {
    return new CrawlPlan(
        created, 3, CrawlPlan.FOR_EVER, every, List.of("https://a.example/"), Map.of());
  }

  /** Rounds of a second had all peers read all that they keep without end; others had no date. */
  @Test
  void roundsThatNobodyCouldKeepUpWithOrCountAreNone() {
    for (long every : new long[] {-1, 1, 4, 4_000_000_000_000_000_000L, Long.MAX_VALUE}) {
      assertThatIllegalArgumentException().isThrownBy(() -> plan(CREATED, every));
    }
    for (long created : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThatIllegalArgumentException().isThrownBy(() -> plan(created, DAY));
    }
    String text = plan(CREATED, DAY).toString();
    assertThat(CrawlPlan.parse(text)).isEqualTo(plan(CREATED, DAY));
    assertThat(CrawlPlan.parse(text.replace("every 86400", "every 1"))).isNull();
  }

  @Test
  void aRoundEndsWhenTheNextBegins() {
    CrawlPlan plan = plan(CREATED, DAY);
    long now = CREATED + 10 * DAY + 5;
    assertThat(plan.roundEnd(CREATED - 7, now)).hasValue(CREATED + DAY);
    assertThat(plan.roundEnd(CREATED + 1, now)).hasValue(CREATED + DAY);
    assertThat(plan.roundEnd(CREATED + DAY, now)).hasValue(CREATED + DAY);
    assertThat(plan.roundEnd(CREATED + DAY + 1, now)).hasValue(CREATED + 2 * DAY);
    assertThat(plan.roundEnd(now, now)).hasValue(CREATED + 11 * DAY);
    assertThat(plan.roundEnd(now + DAY, now)).isEqualTo(OptionalLong.empty());
  }
}
