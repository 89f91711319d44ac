package org.orbweaver.fetch.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.fetch.url.WebUrl;

class TrapWatchTest {
  private static final int PATIENCE = 100;
  private static final long SEED = 15;

  private final List<String> found = new ArrayList<>();
  private final TrapWatch watch =
      new TrapWatch(PATIENCE, List.of(), trap -> found.add(trap.kind()));

  private static long[] same() {
    return new long[] {1, 2, 3, 4, 5, 6};
  }

  private static WebUrl day(int number) {
    return WebUrl.of("http://h.test/cal/" + (1700 + number / 12) + "/" + (1 + number % 12));
  }

  @Test
  void aChainOfPagesThatSayNothingNewIsATrap() {
    for (int i = 0; i < PATIENCE + PATIENCE / 10 + 3; i++) {
      watch.visited(day(i), TrapWatchTest::same, List.of(day(i + 1)));
    }
    assertThat(found).isNotEmpty();
    assertThat(watch.holds(day(5_000))).isTrue();
    assertThat(watch.holds(WebUrl.of("http://h.test/news/1865"))).isFalse();
  }

  @Test
  void aChainOfPagesWithNewWordsIsNone() {
    for (int i = 0; i < 20 * PATIENCE; i++) {
      long print = 1_000L * i;
      watch.visited(
          day(i),
          () -> new long[] {1, print, print + 1, print + 2, print + 3},
          List.of(day(i + 1)));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void aFewNewWordsOnLongPagesAreNewsAndOneMadeUpWordIsNone() {
    Random random = new Random(SEED);
    long[] frame = random.longs(4_000).toArray();
    for (int i = 0; i < 5 * PATIENCE; i++) {
      watch.visited(day(i), () -> with(frame, random, 10), List.of(day(i + 1)));
    }
    assertThat(found).as("a name of four words on each page").isEmpty();
    for (int i = 0; i <= 2 * PATIENCE; i++) {
      watch.visited(endless(i), () -> with(frame, random, 3), List.of(endless(i + 1)));
    }
    assertThat(found).as("one made-up word on each page").isNotEmpty();
  }

  private static WebUrl endless(int number) {
    return WebUrl.of("http://h.test/endless/" + number);
  }

  private static long[] with(long[] frame, Random random, int fresh) {
    return LongStream.concat(random.longs(fresh), Arrays.stream(frame)).toArray();
  }

  @Test
  void pagesThatAListLeadsToAreNoneHoweverAlikeTheyAre() {
    List<WebUrl> all = new ArrayList<>();
    for (int i = 0; i < 5 * PATIENCE; i++) {
      all.add(day(i));
    }
    watch.visited(WebUrl.of("http://h.test/list"), TrapWatchTest::same, all);
    for (int i = 1; i < all.size() - 1; i++) {
      watch.visited(day(i), TrapWatchTest::same, List.of(day(i - 1), day(i + 1)));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void monthsThatLeadToNewPagesOfAnotherKindAreNone() {
    for (int i = 0; i < 5 * PATIENCE; i++) {
      long print = 1_000L * i;
      WebUrl issue = WebUrl.of("http://h.test/issue" + i + ".html");
      watch.visited(day(i), TrapWatchTest::same, List.of(day(i + 1), issue));
      watch.visited(issue, () -> new long[] {print, print + 1, print + 2, print + 3}, List.of());
    }
    assertThat(found).isEmpty();
  }

  @Test
  void withoutPatienceNothingIsATrap() {
    TrapWatch off = new TrapWatch(0, List.of("http://h.test/cal/#"), trap -> found.add("any"));
    for (int i = 0; i < 5 * PATIENCE; i++) {
      off.visited(day(i), TrapWatchTest::same, List.of(day(i + 1)));
    }
    assertThat(found).isEmpty();
    assertThat(off.holds(day(1))).isFalse();
  }

  @Test
  void whatWasMetIsKnownWhileTheTableGrows() {
    SeenPrints seen = new SeenPrints();
    long known = 0x9E3779B97F4A7C15L;
    assertThat(seen.isNew(known)).isTrue();
    int forgotten = 0;
    for (long i = 1; i < 100_000; i++) {
      assertThat(seen.isNew(i * 0xD1B54A32D192ED03L)).isTrue();
      forgotten += seen.isNew(known) ? 1 : 0;
    }
    assertThat(forgotten).as("times that another took its place").isLessThan(10);
  }
}
