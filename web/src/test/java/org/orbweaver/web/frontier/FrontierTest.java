package org.orbweaver.web.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.fetch.http.AddressGuard;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Manners;

/** The frontier in virtual time, driven by one thread that plays all workers. */
class FrontierTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_790_000_000L * SECOND;

  @TempDir Path directory;

  private Frontier open(int activeHosts) throws IOException {
    Manners manners = Manners.none().withDelay(Duration.ofSeconds(2), Duration.ofSeconds(1));
    return Frontier.open(
        directory,
        new FrontierOptions(
            manners, activeHosts, Duration.ofDays(1), Duration.ofDays(30), true, false, false));
  }

  /** Three hosts share each address. */
  private static CheckedAddress address(String authority) {
    int host = Integer.parseInt(authority.replaceAll("\\D", ""));
    return new AddressGuard(List.of("10.0.0.0/8"))
        .check("h", InetAddress.ofLiteral("10.0.0." + (1 + host / 3)))
        .orElseThrow();
  }

  private static WebUrl page(int host, int page) {
    return WebUrl.of("http://h" + host + "/" + page);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyPageIsVisitedOnceAndPausesAreKeptThroughCrashes(long seed) throws IOException {
    Random random = new Random(seed);
    int hosts = 12;
    int pages = 40;
    Map<WebUrl, Integer> committed = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    Map<String, Long> lastAsked = new HashMap<>();
    Map<CheckedAddress, Long> lastAddress = new HashMap<>();
    long now = START;
    Frontier frontier = open(5);
    frontier.commit(List.of(), List.of(Discovery.seed(page(0, 0))), "m", now);
    List<SettledVisit> pending = new ArrayList<>();
    int crashes = 0;
    while (!frontier.finished() || !pending.isEmpty()) {
      HostTurn turn = frontier.take(now);
      if (turn == null) {
        commit(frontier, pending, committed, now);
        long next = frontier.nextReady();
        now = next == Long.MAX_VALUE ? now + SECOND : Math.max(now + 1, next);
        continue;
      }
      QueuedPage task = turn.page();
      if (task == null) {
        frontier.found(turn, address(turn.host().authority()));
        continue;
      }
      String host = turn.host().authority();
      CheckedAddress address = address(host);
      assertThat(now - lastAsked.getOrDefault(host, 0L))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(2 * SECOND);
      assertThat(now - lastAddress.getOrDefault(address, 0L))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(SECOND);
      lastAsked.put(host, now);
      lastAddress.put(address, now);
      int number = Integer.parseInt(task.url().path().substring(1));
      List<Discovery> links = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        links.add(Discovery.seed(page(random.nextInt(hosts), random.nextInt(pages))));
      }
      links.add(Discovery.seed(page((Integer.parseInt(host.substring(8)) + 1) % hosts, number)));
      links.add(Discovery.seed(WebUrl.of(host + "/" + (number + 1) % pages)));
      pending.add(new SettledVisit(turn, SettledVisit.Kind.FETCHED, links, true, 100));
      frontier.finish(turn, now, true, 0);
      if (random.nextInt(10) == 0) {
        commit(frontier, pending, committed, now);
      }
      if (random.nextInt(100) == 0 && crashes < 5) {
        crashes++;
        frontier.close();
        pending.clear();
        frontier = open(5);
        now += 10 * SECOND; // it takes a while to start again
      }
    }
    assertThat(committed).as("seed %d", seed).hasSize(hosts * pages);
    assertThat(committed.values()).as("seed %d", seed).containsOnly(1);
    frontier.close();
  }

  private static void commit(
      Frontier frontier, List<SettledVisit> pending, Map<WebUrl, Integer> committed, long now)
      throws IOException {
    for (SettledVisit settled : pending) {
      QueuedPage page = settled.turn().page();
      if (page != null) {
        committed.merge(page.url(), 1, Integer::sum);
      }
    }
    frontier.commit(pending, List.of(), "m", now);
    pending.clear();
  }

  @Test
  void aNewRoundVisitsEverythingThatIsDue() throws IOException {
    try (Frontier frontier = open(100)) {
      List<Discovery> seeds = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        seeds.add(Discovery.seed(page(i % 4, i)));
      }
      frontier.commit(List.of(), seeds, "m", START);
      assertThat(visitAll(frontier, START, false)).isEqualTo(200);
      long nextDay = START + 86_400 * SECOND + 3600 * SECOND;
      frontier.startRound(nextDay);
      assertThat(visitAll(frontier, nextDay, false)).isEqualTo(200);
      // Unchanged pages wait a day and a half now.
      long dayAfter = nextDay + 86_400 * SECOND;
      frontier.startRound(dayAfter);
      assertThat(visitAll(frontier, dayAfter, false)).isZero();
      frontier.startRound(dayAfter + 86_400 * SECOND);
      assertThat(visitAll(frontier, dayAfter + 86_400 * SECOND, true)).isEqualTo(200);
    }
  }

  private static int visitAll(Frontier frontier, long start, boolean changed) throws IOException {
    long now = start;
    int visits = 0;
    while (!frontier.finished()) {
      HostTurn turn = frontier.take(now);
      if (turn == null) {
        frontier.commit(List.of(), List.of(), "m", now);
        now += SECOND;
      } else if (turn.page() == null) {
        frontier.found(turn, address(turn.host().authority()));
      } else {
        visits++;
        frontier.finish(turn, now, true, 0);
        SettledVisit settled =
            new SettledVisit(turn, SettledVisit.Kind.FETCHED, List.of(), changed, 1);
        frontier.commit(List.of(settled), List.of(), "m", now);
      }
    }
    return visits;
  }

  @Test
  void aFrontierInUseSaysSo() throws IOException {
    try (Frontier _ = open(5)) {
      assertThatThrownBy(() -> open(5))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is in use by another process: stop that first");
    }
  }

  @Test
  void aFrontierWithoutAFormatNumberIsReadAndANewerOneRefused() throws Exception {
    try (Frontier frontier = open(5)) {
      frontier.commit(List.of(), List.of(Discovery.seed(page(0, 0))), "m", START);
    }
    for (long older : List.of(0L, 1L)) { // 0 stands for none
      setFormat(older);
      try (Frontier frontier = open(5)) {
        assertThat(frontier.mark()).isEqualTo("m");
      }
    }
    setFormat(2);
    assertThatThrownBy(() -> open(5))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has format 2, and this program reads format 1");
  }

  private void setFormat(long number) throws Exception {
    try (FrontierStore store = FrontierStore.open(directory);
        FrontierStore.Changes changes = store.changes()) {
      changes.number("format", number);
      changes.write(true);
    }
  }
}
