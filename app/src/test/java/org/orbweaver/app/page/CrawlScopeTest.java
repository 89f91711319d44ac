package org.orbweaver.app.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.app.task.Budgets;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.app.task.TriedInVain;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.TrapWatch;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.TrapFile;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.LastCapture;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitOptions;

/** What belongs to a crawl, found out by a peer that has run none of its tasks. */
class CrawlScopeTest {
  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  CrawlScopeTest() {}

  private static final CrawlId CRAWL = new CrawlId(1, 1);
  private static final String SEED = "http://old.test/";
  private static final VisitOptions OWN =
      VisitOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/"));

  @TempDir private Path data;

  /** What the swarm keeps. */
  private final Map<EntryId, Entry> swarm = new HashMap<>();

  private void record(String uri, String... movedTo) {
    PageSummary summary =
        new PageSummary(
            movedTo.length == 0 ? 200 : 301,
            new LastCapture(Instant.EPOCH, new byte[20], null, null),
            "text/html",
            4_096,
            List.of(),
            List.of(movedTo).stream().map(WebUrl::of).toList());
    Entry entry =
        Task.of(CRAWL, uri)
            .processed(
                Authorship.unsigned(1, Endpoint.v4(0x7F00_0001, 7117)),
                Result.of(List.of(), summary.bytes()).bytes());
    swarm.put(entry.id(), entry);
  }

  private CrawlScope scope(Map<String, String> terms) throws IOException {
    CrawlPlan plan = new CrawlPlan(0, 30, CrawlPlan.FOR_EVER, List.of(SEED), terms);
    return new CrawlScope(
        CRAWL,
        plan,
        OWN,
        Traps.usual(),
        new TrapFile(data.resolve(CRAWL.toString())).watch(Traps.usual().patience()),
        new TaskRecords(swarm::get));
  }

  private CrawlScope scope() throws IOException {
    return scope(Map.of("reach", "HOST"));
  }

  @Test
  void aTrapThatWasMetIsLeftAloneAfterARestart() throws Exception {
    WebUrl first = WebUrl.of("http://old.test/calendar/1");
    TrapWatch before = new TrapFile(data.resolve(CRAWL.toString())).watch(50);
    for (int month = 1; month < 1_000 && !before.holds(first); month++) {
      before.visited(
          WebUrl.of("http://old.test/calendar/" + month),
          () -> new long[] {1},
          List.of(WebUrl.of("http://old.test/calendar/" + (month + 1))));
    }
    assertThat(before.holds(first)).isTrue();
    CrawlPlan plan =
        new CrawlPlan(0, 30, CrawlPlan.FOR_EVER, List.of(SEED), Map.of("reach", "HOST"));
    CrawlScope scope =
        new CrawlScopes(OWN, Traps.usual().withPatience(50), data, new TaskRecords(swarm::get))
            .of(CRAWL, plan);
    assertThatThrownBy(() -> scope.admit(page("http://old.test/calendar/7", 3, 0)))
        .isInstanceOf(GivenUp.class)
        .hasMessageContaining("endlessly many");
    assertThatCode(() -> scope.admit(page("http://old.test/news/7", 3, 0)))
        .doesNotThrowAnyException();
  }

  private static Target page(String url, int depth, int hops) {
    WebUrl parsed = WebUrl.of(url);
    return new Discovery(parsed, Fingerprint.of(parsed), Role.PAGE, depth, hops);
  }

  @Test
  void whereASeedRedirectsToBelongsToTheCrawlOnEveryPeer() {
    record(SEED, "http://www.test/");
    record("http://www.test/", "http://new.test/home");
    record("http://new.test/home");
    assertThatCode(() -> scope().admit(page("http://new.test/home", 0, 2)))
        .doesNotThrowAnyException();
    assertThatCode(() -> scope().admit(page("http://new.test/deep", 5, 0)))
        .doesNotThrowAnyException();
    assertThatCode(() -> scope().admit(page("http://www.test/other", 5, 0)))
        .doesNotThrowAnyException();
  }

  @Test
  void aStrangersTaskThatClaimsToBeARedirectedSeedIsNotBelieved() throws IOException {
    record(SEED, "http://www.test/");
    record("http://www.test/");
    CrawlScope scope = scope();
    assertThatThrownBy(() -> scope.admit(page("http://victim.test/", 0, 1)))
        .isInstanceOf(GivenUp.class);
    assertThatThrownBy(() -> scope.admit(page("http://victim.test/", 0, 0)))
        .isInstanceOf(GivenUp.class);
    assertThatThrownBy(() -> scope.admit(page("http://victim.test/a", 1, 0)))
        .isInstanceOf(GivenUp.class);
    assertThatThrownBy(() -> scope.admit(page("http://old.test/goto?victim", 0, 1)))
        .as("within reach, but it could redirect further")
        .isInstanceOf(GivenUp.class);
  }

  @Test
  void aPageOutsideIsTriedAgainWhileASeedMayStillRedirectThere() throws IOException {
    CrawlScope scope = scope();
    assertThatThrownBy(() -> scope.admit(page("http://new.test/a", 1, 0)))
        .isInstanceOf(TriedInVain.class);
    record(SEED, "http://new.test/");
    assertThatCode(() -> scope.admit(page("http://new.test/a", 1, 0))).doesNotThrowAnyException();
  }

  @Test
  void patternsOfThePlanHold() throws Exception {
    CrawlScope scope = scope(Map.of("reach", "HOST", "exclude", "/no/"));
    assertThatThrownBy(() -> scope.admit(page("http://old.test/no/a", 1, 0)))
        .isInstanceOf(GivenUp.class);
    scope.admit(page("http://old.test/a", 1, 0));
  }

  @Test
  void aRecordSaysHowManyBytesCame() {
    PageSummary moved =
        new PageSummary(
            301,
            new LastCapture(Instant.EPOCH, new byte[20], "\"tag\"", null),
            "text/html",
            1_234,
            List.of(Instant.ofEpochSecond(5)),
            List.of(WebUrl.of("http://new.test/")));
    PageSummary read = PageSummary.read(moved.bytes());
    assertThat(read.seen()).isEqualTo(moved.seen());
    assertThat(read.capture().etag()).isEqualTo(moved.capture().etag());
    assertThat(read.received()).isEqualTo(1_234);
    assertThat(read.movedTo()).isEqualTo(moved.movedTo());
    assertThat(PageSummary.read(new byte[22]).received()).isZero();
  }

  @Test
  void budgetsOfThePlanAreTheSwarmsAndThePeersOwnMayBeSmaller() throws Exception {
    CrawlPlan plan =
        new CrawlPlan(
            0,
            30,
            CrawlPlan.FOR_EVER,
            List.of(SEED),
            Map.of("pages-per-host", "200", "pages", "1000", "bytes", "2048"));
    PageBudget budget = PageBudget.of(Task.of(CRAWL, SEED), plan, 100);
    assertThat(budget.pages())
        .containsExactly(
            new Budgets.Purse(CRAWL, "host old.test", 100),
            new Budgets.Purse(CRAWL, "pages", 1000));
    assertThat(budget.bytes()).isEqualTo(new Budgets.Purse(CRAWL, "bytes", 2));
  }

  @Test
  void aPlanThatCannotBeUnderstoodSaysSo() {
    assertThatThrownBy(() -> scope(Map.of("reach", "GALAXY"))).hasMessageContaining("reach");
    assertThatThrownBy(() -> scope(Map.of("include", "a(b"))).hasMessageContaining("pattern");
    assertThatThrownBy(() -> scope(Map.of("include", "a".repeat(2000))))
        .hasMessageContaining("characters");
  }
}
