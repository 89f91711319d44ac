package org.orbweaver.app.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.swarm.BuiltInKinds;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** What is collected of a census where a peer lists what it likes. */
class KeptResultsTest {
  private static final CrawlId CRAWL = new CrawlId(1, 1);
  private static final String PART = "dht:prefix/1001";
  private static final long BEGAN = 1_700_000_000;
  private static final long DAY = 86_400;
  private static final Key ELSEWHERE = Key.parse("0123456789abcdef0123456789abcdef01234567");

  @TempDir private Path directory;
  private final OnePeer swarm = new OnePeer();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  KeptResultsTest() {}

  private static Task task(String uri) {
    return BuiltInKinds.ALL.seed(CRAWL, uri);
  }

  private void list(Task task, String says) {
    swarm.keep(task, says.getBytes(StandardCharsets.US_ASCII), new byte[0]);
  }

  /** On the third day of a census of every day. */
  private KeptResults.Report collect() throws IOException, InterruptedException {
    CrawlPlan plan =
        new CrawlPlan(BEGAN, 1, CrawlPlan.FOR_EVER, DAY, List.of("dht:prefix/"), Map.of());
    long now = BEGAN + 2 * DAY + 1;
    return new KeptResults(
            swarm, new KeptResults.Wanted(CRAWL, plan, "dht", BuiltInKinds.ALL, now), directory)
        .run();
  }

  private List<String> collected() throws IOException {
    List<String> texts = new ArrayList<>();
    for (KeptResults.Brought each : KeptResults.in(directory)) {
      texts.add(Files.readString(directory.resolve(each.file())));
    }
    return texts;
  }

  /** It is the primary of any key that it chooses near itself. */
  @Test
  void aTaskUnderAKeyThatItsKindDoesNotGiveItCountsForNothing() throws Exception {
    list(task(PART), "honest");
    list(Task.of(CRAWL, PART, ELSEWHERE).inRound(2), "a lie");
    list(Task.of(CRAWL, "dht:prefix/12", ELSEWHERE), "no prefix at all");
    KeptResults.Report report = collect();
    assertThat(collected()).containsExactly("honest");
    assertThat(report.refused()).isEqualTo(2);
    assertThat(Files.readAllLines(directory.resolve("refused.txt")))
        .contains(PART + " it stands where no such task does");
  }

  /** Of each task the last round counts: one of the far future had pushed out all others. */
  @Test
  void aRoundThatCannotHaveBegunPushesNothingOut() throws Exception {
    list(task(PART), "the first day");
    list(task(PART).inRound(2), "today");
    list(task(PART).inRound(Task.LATEST_ROUND), "a lie");
    KeptResults.Report report = collect();
    assertThat(collected()).containsExactly("today");
    assertThat(report.refused()).isEqualTo(1);
    assertThat(report.twice()).isZero();
  }

  @Test
  void twoResultsOfOneRoundAreBothKeptAndCounted() throws Exception {
    list(task(PART), "one side of a partition");
    list(task(PART), "the other");
    assertThat(collect().twice()).isEqualTo(1);
    assertThat(collected()).containsExactlyInAnyOrder("one side of a partition", "the other");
  }
}
