package org.orbweaver.console.up;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.up.Job;
import org.orbweaver.console.Look;
import org.orbweaver.console.Section;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The pages and the API of {@code orb up}. */
public final class UpSection implements Section {
  private static final int MOST_FAILED = 10_000;
  private static final int MOST_SEEDS = 1_000;
  private static final int MOST_DEPTH = 9_999;

  /** A call of the API: what its route and its description are made of. */
  private record Call(HandlerType method, String path, String summary, Handler handler) {}

  /** The whole state as one answer. */
  private record Status(PeerStatus peer, List<Job.State> jobs) {}

  /** What a crawl is begun with. */
  private record CrawlOrder(List<String> seeds, int depth) {}

  private final House house;
  private final FormToken token = new FormToken();
  private final UpPages pages;
  private final ChangeFeed feed;
  private final List<Call> calls;

  public UpSection(House house) {
    this.house = house;
    this.pages = new UpPages(house, token);
    this.feed = new ChangeFeed(() -> json(new Status(house.peer().status(), house.jobs().get())));
    this.calls =
        List.of(
            new Call(HandlerType.GET, "/api/up", "What runs, and how it goes.", this::status),
            new Call(HandlerType.GET, "/api/crawls", "The crawls this peer knows.", this::crawls),
            new Call(
                HandlerType.POST,
                "/api/crawls",
                "Begin a crawl: {\"seeds\": [\"https://…\"], \"depth\": 5}.",
                this::begin),
            new Call(
                HandlerType.POST,
                "/api/crawls/{number}/stop",
                "Stop a crawl that this peer has begun.",
                this::stop),
            new Call(
                HandlerType.GET,
                "/api/failed",
                "Tasks that could not be done, and why.",
                context -> answer(context, house.peer().failed(MOST_FAILED))),
            new Call(
                HandlerType.GET,
                "/healthz",
                "Whether the process lives.",
                context -> context.result("alive\n")),
            new Call(
                HandlerType.GET, "/readyz", "Whether it takes part and takes work.", this::ready),
            new Call(
                HandlerType.GET,
                "/metrics",
                "Figures for Prometheus.",
                context ->
                    context
                        .contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(
                            UpMetrics.of(house.peer().status(), house.jobs().get())
                                + house.moreFigures().get())));
  }

  @Override
  public void addTo(RoutesConfig routes) {
    page(routes, ConsolePage.Place.OVERVIEW, pages::overview);
    page(routes, ConsolePage.Place.CRAWLS, pages::crawls);
    page(routes, ConsolePage.Place.SWARM, pages::swarm);
    page(routes, ConsolePage.Place.ARCHIVE, pages::archive);
    page(routes, ConsolePage.Place.NETWORK, pages::network);
    page(routes, ConsolePage.Place.SETTINGS, pages::settings);
    if (!house.torrents()) {
      page(routes, ConsolePage.Place.TORRENTS, pages::torrents);
    }
    routes.get("/look/{name}", context -> Look.send(context, context.pathParam("name")));
    routes.post("/crawls", this::beginByForm);
    routes.post("/crawls/{number}/stop", this::stopByForm);
    for (Call call : calls) {
      routes.addHttpHandler(call.method(), call.path(), call.handler());
    }
    routes.get("/api/openapi.json", this::description);
    routes.sse("/api/events", feed::join);
    routes.exception(IllegalStateException.class, UpSection::sayProblem);
    routes.exception(IOException.class, UpSection::sayProblem);
  }

  private static void sayProblem(Exception problem, Context context) {
    context.status(503).result(Sentence.of(problem));
  }

  private static void page(
      RoutesConfig routes, ConsolePage.Place place, ConsolePage.Inside inside) {
    routes.get(
        place.path(),
        context ->
            context
                .contentType("text/html; charset=utf-8")
                .header("Cache-Control", "no-store")
                .header("Vary", "Accept-Language")
                .result(
                    ConsolePage.of(
                        ConsoleWords.of(
                            Objects.requireNonNullElse(context.header("Accept-Language"), "")),
                        place,
                        inside)));
  }

  private void status(Context context) {
    answer(context, new Status(house.peer().status(), house.jobs().get()));
  }

  private void crawls(Context context) {
    answer(context, house.peer().status().crawls());
  }

  private void begin(Context context) throws IOException {
    token.require(context);
    CrawlOrder order = read(context);
    answer(context, Map.of("crawl", house.peer().begin(seeds(order.seeds()), order.depth())));
  }

  private static CrawlOrder read(Context context) {
    try {
      CrawlOrder order = JsonMapper.shared().readValue(context.body(), CrawlOrder.class);
      if (order == null || order.seeds() == null) {
        throw new BadRequestResponse("a crawl needs seeds");
      }
      if (order.depth() < 0 || order.depth() > MOST_DEPTH) {
        throw new BadRequestResponse("a depth is a number from 0 to " + MOST_DEPTH);
      }
      return order;
    } catch (JacksonException e) {
      throw new BadRequestResponse("this is no order for a crawl: " + e.getOriginalMessage());
    }
  }

  private static List<String> seeds(List<String> given) {
    List<String> seeds = given.stream().map(String::strip).filter(s -> !s.isEmpty()).toList();
    if (seeds.isEmpty() || seeds.size() > MOST_SEEDS) {
      throw new BadRequestResponse("a crawl has 1 to " + MOST_SEEDS + " seeds");
    }
    return seeds;
  }

  private void beginByForm(Context context) throws IOException {
    token.require(context);
    String given = Objects.requireNonNullElse(context.formParam("seed"), "");
    String depth = Objects.requireNonNullElse(context.formParam("depth"), "5");
    if (!depth.matches("[0-9]{1,4}")) {
      throw new BadRequestResponse("a depth is a number");
    }
    house.peer().begin(seeds(Arrays.asList(given.split("\\s+"))), Integer.parseInt(depth));
    context.redirect("/crawls", HttpStatus.SEE_OTHER);
  }

  private void stop(Context context) throws IOException, InterruptedException {
    token.require(context);
    house.peer().stop(context.pathParam("number"));
    context.status(204);
  }

  private void stopByForm(Context context) throws IOException, InterruptedException {
    token.require(context);
    house.peer().stop(context.pathParam("number"));
    context.redirect("/crawls", HttpStatus.SEE_OTHER);
  }

  private void ready(Context context) {
    String trouble = house.peer().status().trouble();
    if (trouble == null) {
      context.result("ready\n");
    } else {
      context.status(503).result(trouble + "\n");
    }
  }

  /** In OpenAPI's words; made from the calls themselves, so it cannot forget one. */
  private void description(Context context) {
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    for (Call call : calls) {
      Map<String, Object> operation = new LinkedHashMap<>();
      operation.put("summary", call.summary());
      if (call.path().contains("{number}")) {
        operation.put(
            "parameters",
            List.of(
                Map.of(
                    "name",
                    "number",
                    "in",
                    "path",
                    "required",
                    true,
                    "schema",
                    Map.of("type", "string"))));
      }
      operation.put(
          "responses",
          Map.of(
              "200", Map.of("description", "Done."),
              "204", Map.of("description", "Done; there is nothing to say."),
              "400", Map.of("description", "What was asked is wrong, and why."),
              "403", Map.of("description", "Without the header X-Orbweaver: console."),
              "503", Map.of("description", "Not now, and why.")));
      paths
          .computeIfAbsent(call.path(), path -> new LinkedHashMap<>())
          .put(call.method().name().toLowerCase(Locale.ROOT), operation);
    }
    answer(
        context,
        Map.of(
            "openapi",
            "3.1.0",
            "info",
            Map.of("title", "Orbweaver", "version", "1"),
            "paths",
            paths));
  }

  private static void answer(Context context, Object value) {
    context.contentType("application/json; charset=utf-8").result(json(value));
  }

  /** As text: the server's own JSON mapper is another library. */
  private static String json(Object value) {
    return JsonMapper.shared().writeValueAsString(value);
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
