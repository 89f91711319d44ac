package org.orbweaver.console.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.console.ConsoleServer;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.JointSearch;
import org.orbweaver.indexer.search.JointSearch.JointHits;
import org.orbweaver.indexer.search.JointSearch.Member;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.indexer.titles.Title;
import org.orbweaver.indexer.titles.TitleId;
import org.orbweaver.indexer.titles.TitleSource;
import org.orbweaver.kademlia.Key;
import org.xml.sax.SAXException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real server over a real store, asked over HTTP. */
class IndexSectionTest {
  private static final String HOSTILE =
      "<script>alert(1)</script> \u0001\u001b[2J ]]> &amp; \u202e \ufffe \ud83d\ude00 \"'";
  private static final Key SERIES = Key.parse("11".repeat(20));
  private static final Key BAD = Key.parse("22".repeat(20));

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private TorrentStore store;
  private ConsoleServer server;

  @BeforeEach
  void start() {
    start(Optional.empty());
    store.settle(
        List.of(
            fetched(SERIES, "Tidewater.S02E03.1080p.WEB.h264-REED", "Tidewater.S02E03.mkv"),
            fetched(BAD, HOSTILE, "../../etc/passwd", "<b>/\u0000"),
            fetched(Key.parse("33".repeat(20)), "Salt Road 2023 2160p WEB-DL", "Salt Road.mkv")),
        System.currentTimeMillis() * 1_000_000);
    store.counted(List.of(new SwarmCount(SERIES, 7, 3)), System.currentTimeMillis() * 1_000_000);
  }

  private void start(Optional<String> key) {
    RuleClassifier classifier = RuleClassifier.builtIn();
    store =
        TorrentStores.open(
            folder.resolve("torrents.db").toString(), classifier, StoreSettings.DEFAULT);
    server =
        new ConsoleServer(
            "127.0.0.1",
            0,
            key,
            List.of(
                new IndexSection(
                    store,
                    classifier,
                    Optional::empty,
                    hash ->
                        hash.equals(SERIES) ? Optional.of(new byte[] {'d', 'e'}) : Optional.empty(),
                    List.of(),
                    key,
                    Clock.systemUTC())));
  }

  private static Outcome fetched(Key hash, String name, String... paths) {
    return new Outcome.Fetched(
        new TorrentEntry(
            hash,
            name,
            List.of(paths).stream().map(path -> new ListedFile(path, 500_000_000)).toList()));
  }

  @AfterEach
  void stop() {
    server.close();
    store.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.address()).resolve(path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void totalsAreExactAndWhatCannotBeHonouredIsRefused() throws IOException, InterruptedException {
    assertThat(get("/api/search?limit=1").body()).contains("\"total\":3", "\"more\":false");
    assertThat(get("/torznab/api?t=search&limit=1").body()).contains("total=\"3\"");
    assertThat(get("/api/search?offset=10001").statusCode()).isEqualTo(400);
    assertThat(get("/torznab/api?t=search&offset=10001").body()).contains("code=\"201\"");
    assertThat(get("/torznab/api?t=movie&imdbid=tt0133093").body())
        .contains("code=\"201\"", "imdbid")
        .doesNotContain("<item>");
    assertThat(get("/torznab/api?t=search&cat=films").body()).contains("code=\"201\"");
    assertThat(get("/api/search?resolution=best").statusCode()).isEqualTo(400);
  }

  @Test
  void facetsHistoryAndFiguresAreThere() throws IOException, InterruptedException {
    assertThat(get("/api/facets?q=tidewater").body())
        .contains("\"counted\":1", "\"1080p\":1", "\"mkv\":1");
    assertThat(get("/api/facets").body()).contains("\"counted\":3");
    assertThat(get("/api/search?ext=mkv").body()).contains("\"total\":2");
    assertThat(get("/api/history?days=3").body()).contains("\"torrents\":3");
    assertThat(get("/metrics").body())
        .contains("# TYPE orbweaver_index_torrents gauge", "orbweaver_index_torrents 3");
  }

  @Test
  void aFilmIsFoundByTheNumberThatAnotherDatabaseHasForIt()
      throws IOException, InterruptedException {
    store.addTitles(
        List.of(
            new Title(
                new TitleId(TitleSource.IMDB, 7), "The Salt Road", OptionalInt.of(2023), false),
            new Title(new TitleId(TitleSource.IMDB, 7), "Salt Road", OptionalInt.of(2023), false),
            new Title(new TitleId(TitleSource.IMDB, 8), "Salt Road", OptionalInt.of(1951), false),
            new Title(new TitleId(TitleSource.TVDB, 9), "Tidewater", OptionalInt.of(2019), true)));
    assertThat(get("/torznab/api?t=movie&imdbid=tt0000007").body())
        .contains("total=\"1\"", "Salt Road 2023");
    assertThat(get("/torznab/api?t=movie&imdbid=8").body()).contains("total=\"0\"");
    assertThat(get("/torznab/api?t=tvsearch&tvdbid=9&season=2&ep=3").body())
        .contains("total=\"1\"", "Tidewater.S02E03");
    assertThat(get("/torznab/api?t=tvsearch&tvdbid=9&season=1").body()).contains("total=\"0\"");
    assertThat(get("/torznab/api?t=tvsearch&tvdbid=xyz").body()).contains("code=\"201\"");
    assertThat(get("/api/torrents/" + "33".repeat(20)).body())
        .contains("https://www.imdb.com/title/tt0000007/")
        .doesNotContain("tt0000008");
  }

  @Test
  void theSameFilesAreFoldedAndShownOnTheTorrentsPage() throws IOException, InterruptedException {
    store.settle(
        List.of(fetched(Key.parse("44".repeat(20)), "Ebbe S02E03 1080p", "Ebbe.mkv")),
        System.currentTimeMillis() * 1_000_000);
    assertThat(get("/api/search?ext=mkv").body()).contains("\"twins\":[]");
    assertThat(get("/api/search?ext=mkv&fold=true").body()).contains("\"twins\":[{");
    assertThat(get("/api/torrents/" + SERIES).body())
        .contains("\"sameFiles\":true", "Ebbe S02E03", "\"history\":[{");
  }

  @Test
  void oneQuestionGoesToSeveralIndexes() {
    RemoteIndex remote = new RemoteIndex(URI.create(server.address()));
    SearchQuery query =
        new SearchQuery(
            "tidewater",
            List.of(List.of(Tag.season(2)), List.of(Tag.category(5000))),
            Range.ALL,
            Range.ALL,
            0,
            Sort.SEEDERS,
            0,
            5);
    Hits hits = remote.search(query);
    assertThat(hits.hits()).extracting(Hit::hash).containsExactly(SERIES);
    assertThat(hits.hits().getFirst().seeders()).isEqualTo(7);
    assertThat(remote.facets(query).counted()).isOne();
    JointHits joint =
        new JointSearch(
                List.of(
                    new Member("here", store),
                    new Member(remote.name(), remote),
                    new Member("gone", new RemoteIndex(URI.create("http://127.0.0.1:9")))))
            .joint(query);
    assertThat(joint.hits().total()).isOne();
    assertThat(joint.where().get(SERIES)).containsExactly("here", remote.name());
    assertThat(joint.silent()).containsOnlyKeys("gone");
  }

  @Test
  void onlyThePageItselfMayBlock() throws IOException, InterruptedException {
    assertThat(post("/api/block", "[\"" + SERIES + "\"]", "nobody")).isEqualTo(403);
    assertThat(store.torrent(SERIES)).isPresent();
    assertThat(post("/api/block", "[\"" + SERIES + "\"]", "console")).isEqualTo(204);
    assertThat(store.torrent(SERIES)).isEmpty();
  }

  private int post(String path, String body, String sender)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(server.address()).resolve(path))
                .header("X-Orbweaver", sender)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }

  private static void validate(String schema, String xml) throws SAXException, IOException {
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(Objects.requireNonNull(IndexSectionTest.class.getResource(schema)))
        .newValidator()
        .validate(new StreamSource(new StringReader(xml)));
  }

  @Test
  void torznabCapabilitiesAreValid() throws Exception {
    validate("torznab-caps.xsd", get("/torznab/api?t=caps").body());
  }

  @Test
  void torznabAnswersAreValidWhateverTheNames() throws Exception {
    String all = get("/torznab/api?t=search").body();
    validate("torznab-feed.xsd", all);
    assertThat(all).contains("&lt;script&gt;").doesNotContain("<script>");
    validate("torznab-feed.xsd", get("/rss").body());
  }

  @Test
  void seasonsEpisodesAndYearsAreFound() throws Exception {
    assertThat(get("/torznab/api?t=tvsearch&q=tidewater&season=2&ep=3&cat=5000,5040").body())
        .contains("S02E03", "name=\"seeders\" value=\"7\"", "name=\"peers\" value=\"10\"");
    assertThat(get("/torznab/api?t=tvsearch&q=tidewater&season=1").body()).doesNotContain("<item>");
    assertThat(get("/torznab/api?t=movie&q=salt%20road&year=2023").body()).contains("2160p");
  }

  @Test
  void torznabAnswersComePageByPage() throws Exception {
    List<String> hashes = new ArrayList<>();
    for (int offset = 0; offset < 4; offset++) {
      String page = get("/torznab/api?t=search&limit=1&offset=" + offset).body();
      validate("torznab-feed.xsd", page);
      assertThat(page).contains("offset=\"" + offset + "\"");
      Matcher hash = Pattern.compile("name=\"infohash\" value=\"(\\w+)\"").matcher(page);
      while (hash.find()) {
        hashes.add(hash.group(1));
      }
    }
    assertThat(hashes).hasSize(3).doesNotHaveDuplicates();
    for (String function : List.of("tvsearch", "movie", "music", "book")) {
      validate("torznab-feed.xsd", get("/torznab/api?t=" + function + "&q=salt").body());
    }
    assertThat(get("/torznab/api?t=search&limit=-1").body()).contains("code=\"201\"");
    assertThat(get("/torznab/api?t=tvsearch&q=tidewater").body())
        .contains("name=\"resolution\" value=\"1080p\"");
  }

  @Test
  void torznabErrorsHaveTheirCodes() throws Exception {
    assertThat(get("/torznab/api").body()).contains("code=\"200\"");
    assertThat(get("/torznab/api?t=nonsense").body()).contains("code=\"202\"");
    String wrong = get("/torznab/api?t=tvsearch&season=x").body();
    assertThat(wrong).contains("code=\"201\"");
    validate("torznab-feed.xsd", wrong);
  }

  @Test
  void aKeyIsAskedForEverywhereButOnThePages() throws Exception {
    stop();
    start(Optional.of("secret"));
    assertThat(get("/").statusCode()).isEqualTo(200);
    assertThat(get("/api/search").statusCode()).isEqualTo(401);
    assertThat(get("/api/search?apikey=secret").statusCode()).isEqualTo(200);
    assertThat(get("/rss?apikey=wrong").statusCode()).isEqualTo(401);
    assertThat(get("/torznab/api?t=search").body()).contains("code=\"100\"");
    assertThat(get("/torznab/api?t=search&apikey=secret").body()).contains("<rss");
  }

  @Test
  void jsonHoldsEverythingAboutATorrent() throws Exception {
    JsonNode torrent = JsonMapper.shared().readTree(get("/api/torrents/" + BAD).body());
    assertThat(torrent.path("files")).hasSize(2);
    assertThat(torrent.path("name").asString()).contains("<script>");
    JsonNode found = JsonMapper.shared().readTree(get("/api/search?q=tidewater").body());
    assertThat(found.path("results").path(0).path("magnet").asString())
        .startsWith("magnet:?xt=urn:btih:" + SERIES);
  }

  @Test
  void torrentFilesAreTheInfoDictionaryOrAClearNo() throws Exception {
    assertThat(get("/files/" + SERIES + ".torrent").body()).isEqualTo("d4:infodee");
    assertThat(get("/files/" + BAD + ".torrent").statusCode()).isEqualTo(404);
    assertThat(get("/files/..%2f..%2fetc%2fpasswd").statusCode()).isIn(400, 404);
  }

  @Test
  void pagesForbidEverythingThatIsNotTheirs() throws Exception {
    HttpResponse<String> page = get("/torrent/" + BAD);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "script-src 'self'")
        .doesNotContain("unsafe");
    assertThat(get("/assets/app.js").statusCode()).isEqualTo(200);
    assertThat(get("/assets/..%2f..%2fTorznab.class").statusCode()).isIn(400, 404);
  }

  @Test
  void wrongParametersAreNamed() throws Exception {
    assertThat(get("/api/search?limit=many").statusCode()).isEqualTo(400);
    assertThat(get("/api/search?sort=beauty").body()).contains("relevance");
  }
}
