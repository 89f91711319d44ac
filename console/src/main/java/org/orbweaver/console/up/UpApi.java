package org.orbweaver.console.up;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.task.TaskLog;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.app.up.EventLog;
import org.orbweaver.app.up.HouseChoices;
import org.orbweaver.app.up.Job;
import org.orbweaver.app.up.SweepView;
import org.orbweaver.console.api.ApiCall;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The calls of the HTTP API: everything that the pages show and do. */
final class UpApi {
  private static final int MOST_FAILED = 10_000;
  private static final int MOST_SEEDS = 1_000;

  /** As deep as a crawl goes if nobody says how deep: all of a site, but for endless ones. */
  static final int USUAL_DEPTH = 100;

  private static final int MOST_DEPTH = 9_999;
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** The whole state as one answer. */
  record Status(PeerStatus peer, List<Job.State> jobs) {}

  /** What a crawl is begun with. */
  record CrawlOrder(@Nullable List<@Nullable String> seeds, @Nullable Integer depth) {}

  /** Its number. */
  record BegunCrawl(String crawl) {}

  /**
   * What can be chosen.
   *
   * @param censusEverySeconds null for never
   */
  record Choices(boolean index, @Nullable Long censusEverySeconds) {}

  /**
   * What is to be chosen: both are said, so that nothing is switched off by leaving it out.
   *
   * @param censusEverySeconds null for never
   */
  record ChoiceOrder(@Nullable Boolean index, @Nullable Long censusEverySeconds) {}

  /** The census that is being taken. */
  record Taking(@Nullable SweepView sweep) {}

  private final House house;
  private final FormToken token;
  private final List<ApiCall> calls;

  UpApi(House house, FormToken token) {
    this.house = house;
    this.token = token;
    this.calls =
        List.of(
            ApiCall.get("/api/up", "What runs, and how it goes.", Status.class, this::status),
            ApiCall.get(
                "/api/log",
                "What has happened, the latest first.",
                listOf(new TypeReference<List<EventLog.Event>>() {}),
                context -> answer(context, house.events().latest())),
            ApiCall.get(
                "/api/crawls",
                "The crawls this peer knows.",
                listOf(new TypeReference<List<PeerStatus.Crawl>>() {}),
                context -> answer(context, house.peer().status().crawls())),
            ApiCall.post(
                "/api/crawls", "Begin a crawl.", CrawlOrder.class, BegunCrawl.class, this::begin),
            ApiCall.post(
                "/api/crawls/{number}/stop",
                "Stop a crawl that this peer has begun.",
                null,
                null,
                context -> order(context, number -> house.peer().stop(number))),
            ApiCall.post(
                "/api/crawls/{number}/pause",
                "Have a crawl that this peer has begun rest.",
                null,
                null,
                context -> order(context, number -> house.peer().rest(number, true))),
            ApiCall.post(
                "/api/crawls/{number}/resume",
                "Have it go on.",
                null,
                null,
                context -> order(context, number -> house.peer().rest(number, false))),
            ApiCall.get(
                "/api/runs",
                "What became of the latest runs of tasks.",
                listOf(new TypeReference<List<TaskLog.Run>>() {}),
                context -> answer(context, house.peer().log())),
            ApiCall.get(
                "/api/failed",
                "Tasks that could not be done, and why.",
                listOf(new TypeReference<List<PeerAnswer.FailedTask>>() {}),
                context -> answer(context, house.peer().failed(MOST_FAILED))),
            ApiCall.get(
                "/api/trust",
                "Who contributes, who is out, and on what evidence.",
                SwarmTrust.class,
                context -> answer(context, house.peer().trust())),
            ApiCall.get(
                "/api/network",
                "What the snapshots of the DHT tell, as orb census report --json; null before the"
                    + " first.",
                Object.class,
                this::network),
            ApiCall.get(
                "/api/sweep",
                "The census that is being taken, by parts of the ID space; null while none is.",
                Taking.class,
                context -> answer(context, new Taking(house.sweep().get()))),
            ApiCall.get(
                "/api/archive",
                "What is archived, at a glance; null before the first page.",
                Object.class,
                context -> answer(context, archive(context).orElse(null))),
            ApiCall.get("/api/settings", "What is chosen.", Choices.class, this::choices),
            ApiCall.post(
                "/api/settings",
                "Choose: from now on, and for the next start.",
                ChoiceOrder.class,
                null,
                this::choose),
            ApiCall.get(
                "/healthz",
                "Whether the process lives.",
                null,
                context -> context.result("alive\n")),
            ApiCall.get("/readyz", "Whether it takes part and takes work.", null, this::ready),
            ApiCall.get("/metrics", "Figures for Prometheus.", null, this::metrics));
  }

  private static Type listOf(TypeReference<?> type) {
    return type.getType();
  }

  List<ApiCall> calls() {
    return calls;
  }

  Status status() {
    return new Status(house.peer().status(), house.jobs().get());
  }

  private void status(Context context) {
    answer(context, status());
  }

  private void begin(Context context) {
    token.require(context);
    CrawlOrder order = read(context, CrawlOrder.class);
    if (order.seeds() == null) {
      throw new BadRequestResponse("a crawl needs seeds");
    }
    List<String> seeds = order.seeds().stream().map(String::valueOf).toList();
    answer(
        context, new BegunCrawl(begin(seeds, order.depth() == null ? USUAL_DEPTH : order.depth())));
  }

  /** Begins a crawl of what somebody typed; wrong words are refused in a sentence. */
  String begin(List<String> given, int depth) {
    List<String> seeds = given.stream().map(String::strip).filter(s -> !s.isEmpty()).toList();
    if (seeds.isEmpty() || seeds.size() > MOST_SEEDS) {
      throw new BadRequestResponse("a crawl has 1 to " + MOST_SEEDS + " seeds");
    }
    if (depth < 0 || depth > MOST_DEPTH) {
      throw new BadRequestResponse("a depth is a number from 0 to " + MOST_DEPTH);
    }
    return house.peer().begin(seeds, depth);
  }

  /** Something told to a crawl. */
  private interface Order {
    void give(String number) throws InterruptedException;
  }

  private void order(Context context, Order order) throws InterruptedException {
    token.require(context);
    order.give(context.pathParam("number"));
    context.status(204);
  }

  /** As whoever asks sees it. */
  Optional<House.ArchiveView> archive(Context context) {
    String host = String.valueOf(context.header("Host"));
    return house.archive().get().map(view -> view.seenFrom(host));
  }

  private void network(Context context) {
    answer(context, house.census().get());
  }

  private void choices(Context context) {
    HouseChoices now = house.desk().choices();
    Duration census = now.census();
    answer(context, new Choices(now.index(), census == null ? null : census.toSeconds()));
  }

  private void choose(Context context) throws IOException {
    token.require(context);
    ChoiceOrder wanted = read(context, ChoiceOrder.class);
    if (wanted.index() == null) {
      throw new BadRequestResponse(
          "say whether torrents are to be indexed: \"index\": true or false");
    }
    Long seconds = wanted.censusEverySeconds();
    house
        .desk()
        .choose(
            new HouseChoices(wanted.index(), seconds == null ? null : Duration.ofSeconds(seconds)));
    context.status(204);
  }

  private void ready(Context context) {
    String trouble =
        house.desk().isLeaving() ? "it is about to end" : house.peer().status().trouble();
    if (trouble == null) {
      context.result("ready\n");
    } else {
      context.status(503).result(trouble + "\n");
    }
  }

  private void metrics(Context context) {
    context
        .contentType("text/plain; version=0.0.4; charset=utf-8")
        .result(
            UpMetrics.of(house.peer().status(), house.jobs().get(), house.room())
                + house.moreFigures().get());
  }

  private static <T> T read(Context context, Class<T> type) {
    try {
      T value = STRICT.readValue(context.body(), type);
      if (value == null) {
        throw new BadRequestResponse("an order is a JSON object, not null");
      }
      return value;
    } catch (JacksonException e) {
      throw new BadRequestResponse("this order cannot be read: " + e.getOriginalMessage());
    }
  }

  static void answer(Context context, @Nullable Object value) {
    context.contentType("application/json; charset=utf-8").result(json(value));
  }

  /** As text: the server's own JSON mapper is another library. */
  static String json(@Nullable Object value) {
    return JsonMapper.shared().writeValueAsString(value);
  }
}
