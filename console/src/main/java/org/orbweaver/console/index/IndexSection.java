package org.orbweaver.console.index;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.NotFoundResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.console.Section;
import org.orbweaver.console.api.ApiCall;
import org.orbweaver.console.api.ApiDescription;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.search.Facets;
import org.orbweaver.indexer.search.JointSearch;
import org.orbweaver.indexer.search.JointSearch.JointHits;
import org.orbweaver.indexer.search.JointSearch.Member;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.indexer.store.StoreStats;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.titles.TitleSearch;
import org.orbweaver.kademlia.Key;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The routes of the torrent index.
 *
 * <pre>
 *   /                     the search page; /torrent/HASH and /dashboard are the same page
 *   /api/search           one page of results as JSON
 *   /api/torrents/HASH    everything about one torrent: what its swarm was, what speaks against it,
 *                         which others have its files, what other databases call it
 *   /api/stats            what the store holds
 *   /api/facets           how the results of that search divide
 *   /api/history          what came on each of the last days
 *   /api/block            POST: drops the hashes of its list for ever
 *   /metrics              for Prometheus
 *   /api/live             server-sent events: the pipeline and the store, every second
 *   /files/HASH.torrent   the torrent file, if the info dictionary is to be had
 *   /rss                  the same search as a feed
 *   /torznab/api          the same for Sonarr, Radarr, Prowlarr
 * </pre>
 */
public final class IndexSection implements Section {
  private static final String PAGE = "index.html";
  private static final Frame ALONE = new Frame("/", context -> Resources.text(PAGE));
  private static final int MOST_DAYS = 366;

  private final TorrentStore store;
  private final Function<Key, Optional<byte[]>> moreInfo;
  private final Optional<String> key;
  private final Clock clock;
  private final LiveFeed live;
  private final TorrentView view;
  private final JointSearch search;
  private final int others;
  private final TitleSearch titles;
  private final Frame frame;

  /**
   * Where the search page is, and what stands around it: others may have the first page.
   *
   * @param page the whole page, with an empty element {@code main#page} and a link to the search
   */
  public record Frame(String home, Function<Context, String> page) {}

  /**
   * @param metrics the running pipeline's, empty where none runs
   * @param moreInfo where else an info dictionary may be had, for example from the swarm
   * @param others indexes that are searched along with this one
   * @param key that Torznab clients must bring along
   */
  public IndexSection(
      TorrentStore store,
      Classifier classifier,
      Supplier<Optional<? extends Record>> metrics,
      Function<Key, Optional<byte[]>> moreInfo,
      List<Member> others,
      Optional<String> key,
      Clock clock) {
    this(store, classifier, metrics, moreInfo, others, key, clock, ALONE);
  }

  public IndexSection(
      TorrentStore store,
      Classifier classifier,
      Supplier<Optional<? extends Record>> metrics,
      Function<Key, Optional<byte[]>> moreInfo,
      List<Member> others,
      Optional<String> key,
      Clock clock,
      Frame frame) {
    this.store = store;
    this.frame = frame;
    this.moreInfo = moreInfo;
    this.key = key;
    this.clock = clock;
    List<Member> all = new ArrayList<>();
    all.add(new Member("here", store));
    all.addAll(others);
    this.search = new JointSearch(all);
    this.others = others.size();
    this.titles = new TitleSearch(store, store, classifier);
    this.view = new TorrentView(store, classifier);
    this.live = new LiveFeed(() -> store.stats(nanos()), metrics);
  }

  /** Pages hold no data of their own; Torznab words its own refusal. */
  @Override
  public boolean needsKey(String path) {
    return path.startsWith("/api/") || path.startsWith("/rss") || path.startsWith("/files/");
  }

  @Override
  public void addTo(RoutesConfig routes) {
    Torznab torznab = new Torznab(asked(), titles, key);
    routes.get(frame.home(), context -> sendPage(context));
    routes.get("/torrent/{hash}", context -> sendPage(context));
    routes.get("/dashboard", context -> sendPage(context));
    routes.get("/assets/{name}", context -> Resources.send(context, context.pathParam("name")));
    routes.get("/favicon.ico", context -> Resources.send(context, "icon.svg"));
    for (ApiCall call : calls()) {
      routes.addHttpHandler(call.method(), call.path(), call.handler());
    }
    if (frame.equals(ALONE)) {
      routes.get("/metrics", this::prometheus);
      routes.get("/api/openapi.json", context -> json(context, ApiDescription.of(calls())));
    }
    routes.sse("/api/live", live::join);
    routes.get("/files/{name}", this::torrentFile);
    routes.get("/rss", this::rss);
    routes.get("/torznab/api", torznab::answer);
    routes.get("/torznab", torznab::answer);
  }

  /** What it answers in JSON. */
  public List<ApiCall> calls() {
    return List.of(
        ApiCall.get(
            "/api/search",
            "One page of results.",
            SearchRequest.ASKS,
            TorrentView.Page.class,
            this::search),
        ApiCall.get(
            "/api/torrents/{hash}",
            "Everything about one torrent.",
            TorrentView.Details.class,
            this::torrent),
        ApiCall.get(
            "/api/stats",
            "What the index holds.",
            StoreStats.class,
            context -> json(context, live.stats())),
        ApiCall.get(
            "/api/categories",
            "Torznab's categories.",
            new TypeReference<List<Category>>() {}.getType(),
            context -> json(context, Category.ALL)),
        ApiCall.get(
            "/api/facets",
            "How the results of that search divide.",
            SearchRequest.ASKS,
            Facets.class,
            this::facets),
        ApiCall.get(
            "/api/history",
            "What came on each of the last days.",
            List.of(ApiCall.Parameter.number("days", "How many; 30 by default.", MOST_DAYS)),
            Object.class,
            this::history),
        ApiCall.post(
            "/api/block", "Drop these infohashes for ever.", String[].class, null, this::block));
  }

  /** What a search found, for pages that are made on the server. */
  public record Found(long total, boolean more, List<TorrentView.Line> lines) {}

  /** Answers what the request asks for. */
  public Found find(Context context) {
    SearchQuery asked = SearchRequest.of(context, nanos() / 1_000_000_000);
    SearchQuery query =
        asked.text().isBlank() && context.queryParam("sort") == null
            ? asked.sortedBy(Sort.NEWEST)
            : asked;
    TorrentView.Page page = view.page(answer(query), true);
    return new Found(page.total(), page.more(), page.results());
  }

  private void sendPage(Context context) {
    context
        .contentType("text/html; charset=utf-8")
        .header("Cache-Control", "no-cache")
        .header("Vary", "Accept-Language")
        .result(frame.page().apply(context));
  }

  private void search(Context context) {
    SearchQuery query = SearchRequest.of(context, nanos() / 1_000_000_000);
    json(context, view.page(answer(query), "true".equals(context.queryParam("fold"))));
  }

  /** Alone, the store answers by itself: a page far back then costs no more than the first. */
  private TorrentSearch asked() {
    return others == 0 ? store : search;
  }

  private JointHits answer(SearchQuery query) {
    return others == 0
        ? new JointHits(store.search(query), Map.of(), Map.of())
        : search.joint(query);
  }

  private void facets(Context context) {
    json(context, asked().facets(SearchRequest.of(context, nanos() / 1_000_000_000)));
  }

  private void history(Context context) {
    int days = Math.clamp(SearchRequest.number(context, "days", 30), 1, MOST_DAYS);
    json(context, store.arrivals(days, nanos()));
  }

  /** Only the page sends that header: a form on somebody else's page cannot. */
  private void block(Context context) {
    if (!"console".equals(context.header("X-Orbweaver"))) {
      throw new ForbiddenResponse("only the console's own page may block");
    }
    @Nullable String @Nullable [] hashes =
        JsonMapper.shared().readValue(context.body(), String[].class);
    if (hashes == null) {
      throw new BadRequestResponse("what is to be blocked is a list of infohashes, not null");
    }
    store.block(
        Arrays.stream(hashes).map(hash -> Key.parse(String.valueOf(hash))).toList(), nanos());
    context.status(204);
  }

  private void prometheus(Context context) {
    context.contentType("text/plain; version=0.0.4; charset=utf-8").result(figures());
  }

  /** In Prometheus' text format. */
  public String figures() {
    return PrometheusText.of(live.stats(), live.figures());
  }

  private void torrent(Context context) {
    Key hash = hash(context.pathParam("hash"));
    json(
        context,
        view.details(hash, infoOf(hash).isPresent())
            .orElseThrow(() -> new NotFoundResponse("no such torrent in the index")));
  }

  private void rss(Context context) {
    SearchQuery asked = SearchRequest.of(context, nanos() / 1_000_000_000);
    SearchQuery query = context.queryParam("sort") == null ? asked.sortedBy(Sort.NEWEST) : asked;
    String title = asked.text().isBlank() ? "Orbweaver" : "Orbweaver: " + asked.text();
    context
        .contentType("application/rss+xml; charset=utf-8")
        .result(
            TorrentFeed.of(
                asked().search(query), asked.offset(), title, home(context), self(context)));
  }

  /** A torrent file is nothing but the info dictionary under its name (BEP 3). */
  private void torrentFile(Context context) {
    Key hash = hash(context.pathParam("name").replaceFirst("\\.torrent$", ""));
    byte[] info =
        infoOf(hash)
            .orElseThrow(
                () ->
                    new NotFoundResponse(
                        "the piece hashes of this torrent were not kept; use its magnet link"));
    ByteArrayOutputStream file = new ByteArrayOutputStream(info.length + 16);
    file.writeBytes("d4:info".getBytes(StandardCharsets.US_ASCII));
    file.writeBytes(info);
    file.write('e');
    context
        .contentType("application/x-bittorrent")
        .header("Content-Disposition", "attachment; filename=\"" + hash + ".torrent\"")
        .result(file.toByteArray());
  }

  private Optional<byte[]> infoOf(Key hash) {
    return store.info(hash).or(() -> moreInfo.apply(hash));
  }

  private static Key hash(String text) {
    try {
      return Key.parse(text);
    } catch (IllegalArgumentException e) {
      throw new NotFoundResponse("a torrent's address ends in 40 hexadecimal digits");
    }
  }

  private static void json(Context context, Object value) {
    context
        .contentType("application/json; charset=utf-8")
        .result(JsonMapper.shared().writeValueAsString(value));
  }

  static String home(Context context) {
    return context.scheme() + "://" + context.host() + "/";
  }

  static String self(Context context) {
    return context.fullUrl().replaceAll("([?&]apikey=)[^&]*", "$1…");
  }

  private long nanos() {
    return clock.millis() * 1_000_000;
  }

  @Override
  public void stop() {
    live.stop();
  }
}
