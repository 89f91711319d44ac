package org.orbweaver.console.up;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.up.HouseChoices;
import org.orbweaver.census.report.CensusReport;
import org.orbweaver.census.report.ReportPage;
import org.orbweaver.console.Look;
import org.orbweaver.console.Section;
import org.orbweaver.console.api.ApiCall;
import org.orbweaver.console.api.ApiDescription;

/** The pages and the API of {@code orb up}. */
final class UpSection implements Section {
  /** The report of a census brings its own style along, and nothing else. */
  private static final String REPORT_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  private static final String POLICY = "Content-Security-Policy";

  private final House house;
  private final FormToken token;
  private final UpApi api;
  private final ChangeFeed feed;
  private final PendingOrders orders;

  /**
   * @param token what forms of this console bring along
   */
  UpSection(House house, FormToken token) {
    this.house = house;
    this.token = token;
    this.api = new UpApi(house, token);
    this.orders = new PendingOrders(house.events());
    this.feed = new ChangeFeed(() -> UpApi.json(api.status()));
  }

  @Override
  public void addTo(RoutesConfig routes) {
    page(routes, ConsolePage.Place.OVERVIEW, new OverviewPage(house));
    page(routes, ConsolePage.Place.CRAWLS, new CrawlsPage(house, token, orders));
    page(routes, ConsolePage.Place.SWARM, new SwarmPage(house));
    routes.get(ConsolePage.Place.ARCHIVE.path(), this::archive);
    page(routes, ConsolePage.Place.NETWORK, new NetworkPage(house));
    page(routes, ConsolePage.Place.SETTINGS, new SettingsPage(house, token));
    house
        .index()
        .ifPresentOrElse(
            index ->
                routes.get(
                    PlainTorrents.PATH,
                    context ->
                        ConsolePage.send(
                            context,
                            ConsolePage.Place.TORRENTS,
                            new PlainTorrents(index.find(context), context.queryParam("q")))),
            () -> page(routes, ConsolePage.Place.TORRENTS, UpSection::noTorrents));
    routes.get("/network/report", this::report);
    routes.get("/look/{name}", context -> Look.send(context, context.pathParam("name")));
    routes.post("/crawls", this::begin);
    order(routes, "stop", number -> house.peer().stop(number));
    order(routes, "pause", number -> house.peer().rest(number, true));
    order(routes, "resume", number -> house.peer().rest(number, false));
    routes.post("/settings", this::choose);
    for (ApiCall call : api.calls()) {
      routes.addHttpHandler(call.method(), call.path(), call.handler());
    }
    List<ApiCall> all = new ArrayList<>(api.calls());
    house.index().ifPresent(index -> all.addAll(index.calls()));
    routes.get("/api/openapi.json", context -> UpApi.answer(context, ApiDescription.of(all)));
    routes.sse("/api/events", feed::join);
    routes.exception(IllegalStateException.class, UpSection::sayProblem);
    routes.exception(IOException.class, UpSection::sayProblem);
  }

  private static void sayProblem(Exception problem, Context context) {
    context.status(503).result(Sentence.of(problem));
  }

  private static void page(
      RoutesConfig routes, ConsolePage.Place place, ConsolePage.Inside inside) {
    routes.get(place.path(), context -> ConsolePage.send(context, place, inside));
  }

  /** Its form leads to the time machine, which is an origin of its own. */
  private void archive(Context context) {
    String policy = context.res().getHeader(POLICY);
    Optional<House.ArchiveView> archive = api.archive(context);
    archive
        .map(view -> view.address().replaceFirst("/$", ""))
        .filter(machine -> policy != null)
        .ifPresent(
            machine ->
                context.header(
                    POLICY,
                    Objects.requireNonNull(policy)
                        .replace("form-action 'self'", "form-action 'self' " + machine)));
    ConsolePage.send(context, ConsolePage.Place.ARCHIVE, new ArchivePage(house, archive));
  }

  private static void noTorrents(Html html, ConsoleWords words) {
    html.element("h1", words.get("page.torrents"));
    html.open("p", "class", "empty").text(words.get("torrents.none")).text(" ");
    html.element("a", words.get("torrents.on"), "href", "/settings", "class", "link").close();
  }

  private void report(Context context) {
    CensusReport report = house.census().get();
    if (report == null) {
      throw new NotFoundResponse("no census has been taken yet");
    }
    context
        .contentType("text/html; charset=utf-8")
        .header(POLICY, REPORT_POLICY)
        .result(ReportPage.html(report));
  }

  private void begin(Context context) throws InterruptedException {
    token.require(context);
    String given = Objects.requireNonNullElse(context.formParam("seed"), "");
    String depth = Objects.requireNonNullElse(context.formParam("depth"), "" + UpApi.USUAL_DEPTH);
    run(
        context,
        "begin the crawl of " + given.strip(),
        () -> {
          if (!depth.matches("[0-9]{1,4}")) {
            throw new BadRequestResponse("a depth is a number");
          }
          api.begin(Arrays.asList(given.split("\\s+")), Integer.parseInt(depth));
        });
  }

  /** Back to the page of crawls; what could not be done is said there. */
  private void run(Context context, String what, PendingOrders.Order order)
      throws InterruptedException {
    try {
      orders.run(what, order);
      context.redirect("/crawls", HttpStatus.SEE_OTHER);
    } catch (IllegalArgumentException | IllegalStateException | BadRequestResponse e) {
      context.status(e instanceof IllegalStateException ? 503 : 400);
      ConsolePage.sendProblem(
          context, ConsolePage.Place.CRAWLS, Sentence.of(e), new CrawlsPage(house, token, orders));
    }
  }

  /** Something told to a crawl. */
  private interface Order {
    void give(String number) throws InterruptedException;
  }

  private void order(RoutesConfig routes, String word, Order order) {
    routes.post(
        "/crawls/{number}/" + word,
        context -> {
          token.require(context);
          String number = context.pathParam("number");
          run(context, word + " the crawl " + number, () -> order.give(number));
        });
  }

  private void choose(Context context) throws IOException {
    token.require(context);
    String every = Objects.requireNonNullElse(context.formParam("census"), "never");
    if (!every.matches("never|[0-9]{1,9}")) {
      throw new BadRequestResponse("a census is taken never, or every so many seconds");
    }
    house
        .desk()
        .choose(
            new HouseChoices(
                "on".equals(context.formParam("index")),
                every.equals("never") ? null : Duration.ofSeconds(Long.parseLong(every))));
    context.redirect("/settings", HttpStatus.SEE_OTHER);
  }

  @Override
  public boolean needsKey(String path) {
    return !path.startsWith("/look/") && !path.equals("/healthz");
  }

  @Override
  public void stop() {
    feed.stop();
  }
}
