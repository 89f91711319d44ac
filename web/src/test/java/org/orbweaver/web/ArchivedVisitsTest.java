package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.web.HostileWeb.bytes;
import static org.orbweaver.web.HostileWeb.page;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.EarlierCapture;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitOptions;
import org.orbweaver.web.visit.VisitStep;
import org.orbweaver.web.visit.VisitTurn;

/** The steps of a visit, from a name to a capture, and what each says when it fails. */
class ArchivedVisitsTest {
  private static final VisitOptions OPTIONS =
      VisitOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/"))
          .withManners(Manners.none());

  @TempDir private Path directory;
  private HostileWeb web;
  private ArchivedVisits visits;
  private final HostState host = new HostState(OPTIONS.manners());
  private final AtomicInteger kept = new AtomicInteger();

  @SuppressWarnings("NullAway.Init") // set before each test
  ArchivedVisitsTest() {}

  @BeforeEach
  void open() throws IOException {
    web = new HostileWeb();
    visits =
        ArchivedVisits.open(
            directory,
            OPTIONS,
            HttpAccess.USUAL.allowing(List.of("127.0.0.0/8")).resolvingBy(web::resolve),
            WarcOptions.USUAL,
            null,
            InstantSource.system());
  }

  @AfterEach
  void close() throws IOException {
    visits.close();
    web.close();
  }

  private record Turn(
      HostState host,
      CheckedAddress address,
      boolean isLastAttempt,
      LinkPolicy policy,
      ArchivedVisits visits,
      AtomicInteger kept)
      implements VisitTurn {
    @Override
    public int round() {
      return 1;
    }

    @Override
    public @Nullable EarlierCapture earlier(Target page, CaptureStore store) {
      return null;
    }

    @Override
    public boolean allowsAnother() {
      return true;
    }

    @Override
    public void keep(CaptureStore.Sealed capture) throws IOException, InterruptedException {
      visits.keep(capture);
      kept.incrementAndGet();
    }

    @Override
    public boolean keepRequisite(CaptureStore.Sealed capture, Exchange exchange) {
      throw new AssertionError("nothing is rendered here");
    }

    @Override
    public void missed(String because, Target page) {
      throw new AssertionError(because);
    }

    @Override
    public List<Discovery> choose(Target page, List<Link> links) {
      return policy.tasks(page, links, this);
    }

    @Override
    public void leftOut(Target page, WebUrl url, Verdict rule) {
      // Some servers here lead elsewhere.
    }
  }

  private VisitStep step(String name, String path, boolean last) throws Exception {
    WebUrl url = WebUrl.of(web.url(name, path));
    if (!(visits.resolve(url.host(), host)
        instanceof VisitStep.AddressFound(CheckedAddress address))) {
      throw new AssertionError(name + " is not found");
    }
    LinkPolicy policy =
        LinkPolicy.of(new Scope(ScopeOptions.of(Reach.HOST), List.of(url)), OPTIONS);
    return visits.step(Discovery.seed(url), new Turn(host, address, last, policy, visits, kept));
  }

  private static boolean says(OutputStream out, String status, String headers) throws IOException {
    out.write(bytes("HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: 0\r\n\r\n"));
    return true;
  }

  @Test
  void aVisitAsksForRobotsTxtThenForThePageAndKeepsBoth() throws Exception {
    web.add("plain.test", (path, out) -> page(out, "<a href=/next>on</a>"));
    assertThat(step("plain.test", "/", false)).isInstanceOf(VisitStep.RobotsAnswer.class);
    assertThat(kept).hasValue(1);
    assertThat(step("plain.test", "/", false))
        .isInstanceOfSatisfying(
            VisitStep.CapturedPage.class,
            page -> {
              assertThat(page.status()).isEqualTo(200);
              assertThat(page.links())
                  .extracting(link -> link.url().path())
                  .containsExactly("/next");
            });
    assertThat(web.visits("plain.test")).isEqualTo(2);
  }

  @Test
  void aComplaintMeansLaterAndIsKeptAtTheLastAttempt() throws Exception {
    web.add("busy.test", (path, out) -> says(out, "429 Slow down", "Retry-After: 7\r\n"));
    step("busy.test", "/", false);
    assertThat(step("busy.test", "/", false))
        .isInstanceOfSatisfying(
            VisitStep.PageLater.class,
            later -> {
              assertThat(later.restNanos()).isEqualTo(Duration.ofSeconds(7).toNanos());
              assertThat(later.cause().because()).contains("429");
            });
    assertThat(step("busy.test", "/", true))
        .isInstanceOfSatisfying(
            VisitStep.CapturedPage.class, page -> assertThat(page.status()).isEqualTo(429));
  }

  @Test
  void robotsTxtThatFailsMeansLaterAndIsNotAskedForMeanwhile() throws Exception {
    web.add("robots.down.test", (path, out) -> says(out, "503 Down", "Retry-After: 60\r\n"));
    assertThat(step("robots.down.test", "/", false))
        .isInstanceOfSatisfying(
            VisitStep.HostLater.class,
            later -> {
              assertThat(later.asked()).isTrue();
              assertThat(later.waitNanos()).isEqualTo(Duration.ofSeconds(60).toNanos());
            });
    assertThat(step("robots.down.test", "/", true))
        .isInstanceOfSatisfying(
            VisitStep.HostLater.class, later -> assertThat(later.asked()).isFalse());
    assertThat(web.visits("robots.down.test")).isEqualTo(1);
  }

  @Test
  void redirectsOfRobotsTxtAreRequestsOfTheirOwn() throws Exception {
    web.add(
        "robots.far.test",
        (path, out) -> {
          int number = path.equals("/robots.txt") ? 0 : Integer.parseInt(path.substring(1));
          return says(out, "302 Found", "Location: /" + (number + 1) + "\r\n");
        });
    for (int request = 0; request <= 5; request++) {
      assertThat(step("robots.far.test", "/9", false)).isInstanceOf(VisitStep.RobotsAnswer.class);
    }
    assertThat(web.visits("robots.far.test")).isEqualTo(6);
    assertThat(step("robots.far.test", "/9", false))
        .as("a sixth redirect counts as a missing file")
        .isInstanceOf(VisitStep.CapturedPage.class);
  }

  @Test
  void forbiddenPagesAreNotAskedFor() throws Exception {
    web.add(
        "robots.strict.test",
        (path, out) -> page(out, "", bytes("User-agent: *\nDisallow: /private")));
    step("robots.strict.test", "/private", false);
    assertThat(step("robots.strict.test", "/private", true))
        .isEqualTo(new VisitStep.Refusal(Cause.FORBIDDEN));
    assertThat(web.visits("robots.strict.test", "/private")).isZero();
  }

  @Test
  void aServerThatHangsUpIsTriedAgainAndThenHasFailed() throws Exception {
    web.add("gone.test", (path, out) -> false);
    step("gone.test", "/", false);
    assertThat(step("gone.test", "/", false)).isInstanceOf(VisitStep.PageLater.class);
    assertThat(step("gone.test", "/", true))
        .isEqualTo(new VisitStep.PageFailure(new Cause(-3, "it hung up before an answer")));
  }

  @Test
  void namesThatLeadNowhereAreTriedLaterAndPrivateOnesNever() {
    assertThat(visits.resolve("unknown.test", host)).isInstanceOf(VisitStep.HostLater.class);
    assertThat(host.misses()).isEqualTo(1);
    assertThat(visits.resolve("10.0.0.1", host)).isInstanceOf(VisitStep.HostFailure.class);
  }
}
