package org.orbweaver.web.visit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.FetchProblem;
import org.orbweaver.fetch.http.Headers;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.Truncation;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkKind;
import org.orbweaver.fetch.links.PageLinks;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The one way in which a page is visited, alone or in a swarm: its host's name is looked up, its
 * robots.txt asked for, the page fetched, read for links and sealed for the archive. One step makes
 * one request (but for what a page's scripts want), so that pauses hold for all requests alike; who
 * grants the turns calls it again until the page is captured or has failed.
 */
public final class Visit {
  private static final String SCRIPTS_LOST =
      "its scripts could not be run, so links they make may be missing";
  private static final String LINKS_LOST =
      "it is too long, or has too many links: those behind the limit are left out";
  private static final String OVERLONG =
      "it has links of more than 8,192 characters, which are left out";
  private static final String ROBOTS_CUT =
      "the robots.txt of its host is longer than 512 kB: what is behind is not read";
  private static final String CUT = "its body was cut at --max-size, or by its server";
  private static final String UNASKED =
      "its body is packed in a way that was not asked for, and that few archive readers know";

  private final VisitParts parts;
  private final VisitOptions options;
  private final ConditionalFetch fetch;
  private final CookieWall wall;
  private final @Nullable Rendering rendering;

  /** May be used by many threads. */
  public Visit(VisitParts parts, VisitOptions options) {
    this.parts = parts;
    this.options = options;
    this.fetch = new ConditionalFetch(parts.store(), options.links());
    this.wall = new CookieWall(parts);
    this.rendering = parts.renderer() == null ? null : new Rendering(parts.renderer(), parts);
  }

  /** The first step, which needs no leave: where the host is. */
  public VisitStep resolve(String host, HostState state) {
    try {
      return lookUp(host, state);
    } catch (RuntimeException | Error e) {
      refuseToGoOn(e);
      return new VisitStep.HostFailure(Cause.ours(e));
    }
  }

  private VisitStep lookUp(String host, HostState state) {
    return switch (parts.names().lookUp(host)) {
      case Names.Answer.Found(CheckedAddress address) -> new VisitStep.AddressFound(address);
      case Names.Answer.Unknown() ->
          new VisitStep.HostLater(state.missed(), Cause.of(FetchProblem.UNKNOWN_HOST), false);
      case Names.Answer.Refused(var _) ->
          new VisitStep.HostFailure(Cause.of(FetchProblem.REFUSED_ADDRESS));
    };
  }

  /** The links of the page as it was captured last; none if it never was. */
  public List<Link> storedLinks(WebUrl page) throws IOException {
    return fetch.storedLinks(page);
  }

  /**
   * A further step, with leave to ask the host and its address. Whatever a server sends, and
   * whatever is thrown over it, costs its own page only: a parser's bug that one page of a million
   * sets off must not end the crawl of the others, again and again, whenever it is resumed.
   */
  public VisitStep step(Target page, VisitTurn turn) throws InterruptedException {
    try {
      return judged(page, turn);
    } catch (RuntimeException | Error e) {
      refuseToGoOn(e);
      Cause cause = Cause.ours(e);
      // Whose page used the memory up is not known: this one may only have come at a bad time.
      return e instanceof OutOfMemoryError && !turn.isLastAttempt()
          ? new VisitStep.PageLater(0, cause, 0)
          : new VisitStep.PageFailure(cause);
    }
  }

  /** Throws it on if no page can be to blame: our own disk failed, or the virtual machine. */
  private static void refuseToGoOn(Throwable mishap) {
    if (mishap instanceof UncheckedIOException disk) {
      throw disk;
    }
    if (mishap instanceof VirtualMachineError machine
        && !(mishap instanceof StackOverflowError)
        && !(mishap instanceof OutOfMemoryError)) {
      throw machine;
    }
  }

  private VisitStep judged(Target page, VisitTurn turn) throws InterruptedException {
    Verdict verdict = turn.policy().judgeAgain(page, turn.host());
    if (verdict != Verdict.IN) {
      return new VisitStep.Refusal(Cause.of(verdict));
    }
    long givenUp = turn.host().givenUpFor(parts.nanos());
    if (givenUp > 0) {
      return new VisitStep.HostLater(givenUp, Cause.FAILS_ALWAYS, false);
    }
    RobotsRules rules =
        options.robots() ? turn.host().rules(parts.nanos()) : RobotsRules.allowAll();
    if (rules == null) {
      return askForRules(page, turn);
    }
    if (rendering != null && rendering.hasFetched(page.url())) {
      return new VisitStep.Refusal(Cause.RENDERED);
    }
    return rules.allows(page.url())
        ? fetch(page, turn, rules)
        : new VisitStep.Refusal(Cause.FORBIDDEN);
  }

  private VisitStep askForRules(Target page, VisitTurn turn) throws InterruptedException {
    HostState host = turn.host();
    long wait = host.unreachableFor(parts.nanos());
    if (wait > 0) {
      return new VisitStep.HostLater(wait, Cause.NO_ROBOTS, false);
    }
    RobotsRequest request = host.robotsRequest(page.url().authority());
    CheckedAddress address = address(request, turn);
    if (address == null) {
      return noRules(host, Duration.ZERO, Cause.noRobots(FetchProblem.UNKNOWN_HOST));
    }
    try (Exchange exchange = parts.fetcher().fetch(PageRequest.of(request.url()), address)) {
      turn.keep(sealed(exchange, turn));
      RobotsRequest next = request.redirect(exchange);
      if (next != null) {
        host.redirectedTo(next);
        return new VisitStep.RobotsAnswer(List.of());
      }
      RobotsRules rules = request.rules(exchange, options.agent().token());
      if (rules.isUnreachable()) {
        return noRules(host, retryAfter(exchange), Cause.NO_ROBOTS);
      }
      host.keepRules(rules, parts.nanos());
      if (rules.isCut()) {
        turn.missed(ROBOTS_CUT, page);
      }
      return new VisitStep.RobotsAnswer(sitemaps(rules, request, turn));
    } catch (FetchFailure e) {
      boolean refused = e.problem() == FetchProblem.REFUSED_PORT && request.hops() == 0;
      return refused
          ? new VisitStep.HostFailure(Cause.of(e.problem())) // by us, and for good
          : noRules(host, Duration.ZERO, Cause.noRobots(e.problem()));
    } catch (IOException e) {
      return noRules(host, Duration.ZERO, Cause.archiveFailed(e));
    } catch (RuntimeException | StackOverflowError e) {
      refuseToGoOn(e);
      return noRules(host, Duration.ZERO, Cause.ours(e)); // what cannot be read allows nothing
    }
  }

  /** A redirect may lead to another host; null if that is not to be found. */
  private @Nullable CheckedAddress address(RobotsRequest request, VisitTurn turn) {
    if (request.hops() == 0) {
      return turn.address();
    }
    return parts.names().lookUp(request.url().host())
            instanceof Names.Answer.Found(CheckedAddress elsewhere)
        ? elsewhere
        : null;
  }

  private VisitStep noRules(HostState host, Duration atLeast, Cause cause) {
    long wait = host.robotsFailed(parts.nanos(), atLeast.toNanos());
    return new VisitStep.HostLater(wait, cause, true);
  }

  private List<Discovery> sitemaps(RobotsRules rules, RobotsRequest from, VisitTurn turn) {
    return options.sitemaps()
        ? turn.policy().sitemaps(Discovery.seed(from.url()), rules.sitemaps(), turn)
        : List.of();
  }

  private CaptureStore.Sealed sealed(Exchange exchange, VisitTurn turn) throws IOException {
    byte[] digest = ConditionalFetch.digest(exchange.response());
    return parts
        .store()
        .seal(new Capture(exchange, digest, PageLinks.NONE, null, -1, Trail.SEED, turn.round()));
  }

  private VisitStep fetch(Target page, VisitTurn turn, RobotsRules rules)
      throws InterruptedException {
    HostState host = turn.host();
    try (ConditionalFetch.FetchedPage fetched =
        fetch.fetch(
            page.url(),
            turn.earlier(page, parts.store()),
            request -> wall.ask(request, turn, rules))) {
      return arrived(page, turn, fetched, scriptLinks(page, turn, fetched, rules));
    } catch (FetchFailure e) {
      Cause cause = Cause.of(e.problem());
      if (!cause.isOurs()) {
        host.failed(parts.nanos());
      }
      return e.problem().passing() && !turn.isLastAttempt()
          ? new VisitStep.PageLater(0, cause, 0)
          : new VisitStep.PageFailure(cause);
    } catch (IOException e) {
      Cause cause = Cause.archiveFailed(e);
      return turn.isLastAttempt()
          ? new VisitStep.PageFailure(cause)
          : new VisitStep.PageLater(0, cause, 0);
    }
  }

  private List<Link> scriptLinks(
      Target page, VisitTurn turn, ConditionalFetch.FetchedPage fetched, RobotsRules rules)
      throws InterruptedException {
    if (rendering == null || !fetched.changed()) {
      return List.of();
    }
    try {
      return rendering.links(
          page,
          fetched,
          turn,
          rules::allows,
          exchange -> turn.keepRequisite(sealed(exchange, turn), exchange));
    } catch (IOException e) { // the page itself is safe, and its own links are known
      turn.missed(SCRIPTS_LOST, page);
      return List.of();
    }
  }

  private VisitStep arrived(
      Target page, VisitTurn turn, ConditionalFetch.FetchedPage fetched, List<Link> scriptLinks)
      throws IOException {
    Exchange exchange = fetched.exchange();
    int status = exchange.status();
    long size = exchange.response().recording().size();
    long rest = 0;
    if (status == 429 || status == 503) {
      turn.host().complained();
      rest = retryAfter(exchange).toNanos();
      if (!turn.isLastAttempt()) {
        return new VisitStep.PageLater(
            rest, new Cause(status, "it answered " + status + ": later"), size);
      }
    } else {
      turn.host().answered(exchange.nanos());
    }
    List<Link> links = fetched.newLinks();
    if (!scriptLinks.isEmpty()) {
      links = new ArrayList<>(links);
      links.addAll(scriptLinks);
    }
    List<Discovery> chosen = turn.choose(page, links);
    if (page.role() == Role.SITEMAP && fetched.changed()) {
      turn.host().readSitemap(namesPages(fetched));
    }
    if (fetched.links().isShown()) {
      turn.policy().read(page, () -> said(fetched), chosen);
    }
    if (fetched.links().cut()) {
      turn.missed(LINKS_LOST, page);
    }
    if (fetched.links().overlong()) {
      turn.missed(OVERLONG, page);
    }
    if (exchange.response().truncation() != Truncation.NONE) {
      turn.missed(CUT, page);
    }
    if (ContentDecoding.isUnasked(exchange.response())) {
      turn.missed(UNASKED, page);
    }
    CaptureStore.Sealed sealed =
        parts
            .store()
            .seal(
                new Capture(
                    exchange,
                    fetched.digest(),
                    fetched.links(),
                    fetched.known(),
                    page.depth(),
                    page.trail(),
                    turn.round()));
    Headers headers = exchange.response().headers();
    return new VisitStep.CapturedPage(
        sealed,
        status,
        headers.mediaType(),
        new LastCapture(
            exchange.at(),
            fetched.digest(),
            headers.first("ETag").orElse(null),
            headers.first("Last-Modified").orElse(null)),
        chosen,
        fetched.changed(),
        size,
        exchange.nanos(),
        rest);
  }

  private static boolean namesPages(ConditionalFetch.FetchedPage sitemap) {
    return sitemap.links().links().stream().anyMatch(link -> link.kind() == LinkKind.NAVIGATION);
  }

  /** What makes the page different from others: its words, or, if it has none, its bytes. */
  private static long[] said(ConditionalFetch.FetchedPage fetched) {
    long[] words = fetched.links().words().get();
    return words.length > 0 ? words : new long[] {ByteBuffer.wrap(fetched.digest()).getLong()};
  }

  private Duration retryAfter(Exchange exchange) {
    return exchange
        .response()
        .headers()
        .first("Retry-After")
        .map(value -> RetryAfter.parse(value, exchange.at(), options.manners().longestDelay()))
        .orElse(Duration.ZERO);
  }
}
