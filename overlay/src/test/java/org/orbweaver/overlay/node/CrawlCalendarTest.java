package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.task.CrawlId;

/** What made-up crawls may cost, and what must not get lost by them. */
class CrawlCalendarTest {
  private static final long NOW = 1_000_000_000_000L;

  /** Questions that nobody has answered yet. */
  private final Queue<Consumer<@Nullable Entry>> open = new ArrayDeque<>();

  private final CrawlCalendar calendar = new CrawlCalendar((now, id, found) -> open.add(found));

  private final List<Integer> done = new ArrayList<>();

  private void awaited(int crawl) {
    calendar.onceAnswered(NOW, CrawlId.numbered(crawl), () -> done.add(crawl));
  }

  private void answerAll() {
    while (!open.isEmpty()) {
      open.remove().accept(null);
    }
  }

  /** Batches that wait are counted, and past a number of them nobody is heard. */
  @Test
  void whatWaitsForACrawlIsDoneThoughSoManyOthersWereNamedThatItIsForgotten() {
    awaited(1);
    for (int crawl = 2; crawl < 2 * CrawlCalendar.MOST; crawl++) {
      calendar.isDue(NOW, CrawlId.numbered(crawl), 0);
    }
    answerAll();
    assertThat(done).containsExactly(1);
  }

  @Test
  void crawlsThatAreMadeUpCostABoundedNumberOfQuestionsAtOnce() {
    for (int crawl = 0; crawl < 2 * CrawlCalendar.MOST; crawl++) {
      calendar.isPossible(NOW, CrawlId.numbered(crawl), 7);
    }
    assertThat(open).hasSize(CrawlCalendar.MOST_ASKED);
  }

  @Test
  void whatWaitsForACrawlThatCouldNotBeAskedForIsDoneWhenThereIsRoom() {
    int many = 3 * CrawlCalendar.MOST_ASKED;
    IntStream.range(0, many).forEach(this::awaited);
    assertThat(open).hasSize(CrawlCalendar.MOST_ASKED);
    answerAll();
    assertThat(done).containsExactlyElementsOf(IntStream.range(0, many).boxed().toList());
  }
}
