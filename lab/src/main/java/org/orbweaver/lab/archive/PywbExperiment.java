package org.orbweaver.lab.archive;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.StoredCollection;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.console.archive.ArchiveServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The same collection, served by us and by pywb: which captures are chosen, what TimeMaps and CDX
 * answers say, and how fast rewritten pages come.
 */
public final class PywbExperiment {
  private static final int BLOCKS = 4;
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
  private static final Pattern MEMENTO =
      Pattern.compile(
          "<[^>]*?/(\\d{14})(?:mp_)?/([^>]*)>; rel=\"([^\"]*)\"; datetime=\"([^\"]*)\"");

  private final Path programs;
  private final @Nullable Path python;
  private final List<Path> sites;
  private final int pages;
  private final int pairs;
  private final Path scratch;
  private final long seed;
  private final List<String> examples = new ArrayList<>();

  /**
   * @param programs pywb's {@code bin} directory
   * @param python one that has memento_client, or null to leave that judge out
   * @param pairs of an address and a date
   */
  public PywbExperiment(
      Path programs,
      @Nullable Path python,
      List<Path> sites,
      int pages,
      int pairs,
      long seed,
      Path scratch) {
    this.programs = programs;
    this.python = python;
    this.sites = sites;
    this.pages = pages;
    this.pairs = pairs;
    this.seed = seed;
    this.scratch = scratch;
  }

  /**
   * @param same pairs for which both show the same capture
   * @param newerThanAsked pywb shows a nearer capture that did not exist yet at the date asked for;
   *     we show the newest that did: Herodotus §4.9
   * @param unexplained everything else that differs
   */
  public record Choice(int pairs, int same, int newerThanAsked, int unexplained) {}

  /**
   * @param mementos compared, field by field
   */
  public record Answers(int asked, int mementos, int different) {}

  /**
   * @param gates TimeGates asked with Accept-Datetime; both take the nearest
   * @param coldOurs the first pages after the start, each once; then come the others, each once
   * @param ratio our pages a second by pywb's
   * @param coldRatio the same of the first pages
   */
  public record Report(
      Choice choice,
      Choice gates,
      Answers timeMaps,
      Answers cdx,
      @Nullable Answers mementoClient,
      PageSpeed.Speed coldOurs,
      PageSpeed.Speed coldPywb,
      double coldRatio,
      PageSpeed.Speed ours,
      PageSpeed.Speed pywb,
      double ratio,
      List<String> examples) {
    public boolean holds() {
      return choice.unexplained() == 0
          && gates.unexplained() == 0
          && timeMaps.different() == 0
          && cdx.different() == 0
          && (mementoClient == null || mementoClient.different() == 0)
          && ratio >= 10;
    }
  }

  public Report run() throws IOException, InterruptedException {
    Path collection = scratch.resolve("ours");
    Random random = new Random(seed);
    CapturedSites captured = CapturedSites.write(collection, sites, pages, 5, random);
    List<Path> warcs;
    try (Stream<Path> files = Files.walk(collection)) {
      warcs = files.filter(file -> file.toString().endsWith(".warc.gz")).sorted().toList();
    }
    Archive archive =
        new Archive(List.of(StoredCollection.open(collection, true)), AccessRules.none());
    int cores = Runtime.getRuntime().availableProcessors();
    try (archive;
        ArchiveServer server =
            new ArchiveServer(archive, FuzzyRules.usual(), null, "127.0.0.1", 0, 0, null);
        PywbServer pywb = new PywbServer(programs, scratch.resolve("pywb"), warcs, cores);
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      String own = server.address();
      String replay = "http://127.0.0.1:" + server.replayPort() + "/web/";
      Choice choice = choice(captured, random, client, own, pywb, false);
      Choice gates = choice(captured, random, client, own, pywb, true);
      Answers timeMaps = timeMaps(captured, client, own, pywb);
      Answers cdx = cdx(captured, client, own, pywb);
      Answers judged = mementoClient(captured, random, own);
      List<CapturedSites.Known> all = captured.all();
      Collections.shuffle(all, random);
      // Each of these once, by each server; the others come first, when both are cold.
      int measured = all.size() * 3 / 4 / BLOCKS * BLOCKS;
      List<CapturedSites.Known> first = all.subList(measured, all.size());
      PageSpeed coldOurs = new PageSpeed();
      PageSpeed coldTheirs = new PageSpeed();
      coldOurs.fetch(client, first, request -> replay);
      coldTheirs.fetch(client, first, pywb::replay);
      PageSpeed ours = new PageSpeed();
      PageSpeed theirs = new PageSpeed();
      for (int block = 0; block < BLOCKS; block++) {
        int size = measured / BLOCKS;
        List<CapturedSites.Known> some = all.subList(block * size, (block + 1) * size);
        ours.fetch(client, some, request -> replay);
        theirs.fetch(client, some, pywb::replay);
      }
      return new Report(
          choice,
          gates,
          timeMaps,
          cdx,
          judged,
          coldOurs.speed(),
          coldTheirs.speed(),
          coldOurs.speed().pagesPerSecond() / coldTheirs.speed().pagesPerSecond(),
          ours.speed(),
          theirs.speed(),
          ours.speed().pagesPerSecond() / theirs.speed().pagesPerSecond(),
          examples);
    }
  }

  private @Nullable Answers mementoClient(CapturedSites captured, Random random, String own)
      throws IOException, InterruptedException {
    if (python == null) {
      return null;
    }
    int asked = Math.min(pairs, 200);
    MementoJudge.Verdict verdict = MementoJudge.ask(python, scratch, own, captured, asked, random);
    verdict.examples().forEach(line -> example("memento_client: " + line));
    return new Answers(asked, asked, verdict.wrong());
  }

  private void example(String text) {
    if (examples.size() < 20) {
      examples.add(text);
    }
  }

  static HttpResponse<String> get(HttpClient client, String url, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(60));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** When the capture was made that is shown in the end; null if none is. */
  private static Instant shown(HttpClient client, String url, String... headers)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = get(client, url, headers);
    for (int i = 0; i < 3 && answer.statusCode() / 100 == 3; i++) {
      URI next = URI.create(url).resolve(answer.headers().firstValue("Location").orElseThrow());
      answer = get(client, next.toString());
    }
    String date = answer.headers().firstValue("Memento-Datetime").orElse(null);
    return date == null || answer.statusCode() != 200
        ? Instant.MIN
        : Instant.from(HTTP_DATE.parse(date));
  }

  private Choice choice(
      CapturedSites captured,
      Random random,
      HttpClient client,
      String own,
      PywbServer pywb,
      boolean gate)
      throws IOException, InterruptedException {
    List<String> urls = captured.pages();
    int same = 0;
    int newer = 0;
    int unexplained = 0;
    for (int i = 0; i < pairs; i++) {
      String url = urls.get(random.nextInt(urls.size()));
      // Between a year before the first capture and a year after the last.
      Instant at = Instant.ofEpochSecond(1_520_000_000L + random.nextInt(7 * 365 * 86_400));
      String digits = Timestamp.of(at);
      String date = HTTP_DATE.format(at);
      Instant ours =
          gate
              ? shown(client, own + "web/" + url, "Accept-Datetime", date)
              : shown(client, own + "web/" + digits + "mp_/" + url);
      Instant theirs =
          gate
              ? shown(client, pywb.replay(0) + "mp_/" + url, "Accept-Datetime", date)
              : shown(client, pywb.replay(0) + digits + "mp_/" + url);
      Instant meant = captured.page(url, at);
      boolean theirNearest =
          !theirs.equals(Instant.MIN)
              && Math.abs(theirs.getEpochSecond() - at.getEpochSecond())
                  == captured.distance(url, at);
      if (ours.equals(theirs)) {
        same++;
      } else if (!gate && ours.equals(meant) && theirNearest && theirs.isAfter(at)) {
        newer++;
      } else {
        unexplained++;
        example("%s at %s: ours %s, pywb's %s, meant %s".formatted(url, at, ours, theirs, meant));
      }
    }
    return new Choice(pairs, same, newer, unexplained);
  }

  private Answers timeMaps(CapturedSites captured, HttpClient client, String own, PywbServer pywb)
      throws IOException, InterruptedException {
    int mementos = 0;
    int different = 0;
    List<String> urls = captured.pages().subList(0, Math.min(200, captured.pages().size()));
    for (String url : urls) {
      Map<String, String> ours = mementos(get(client, own + "timemap/link/" + url).body());
      Map<String, String> theirs =
          mementos(get(client, pywb.replay(0) + "timemap/link/" + url).body());
      mementos += ours.size();
      if (!ours.equals(theirs) || ours.size() != captured.times(url).size()) {
        different++;
        example("TimeMap of " + url + ": ours " + ours + ", pywb's " + theirs);
      }
    }
    return new Answers(urls.size(), mementos, different);
  }

  /** Time stamp to address and date; "first" and "last" are told apart by few. */
  private static Map<String, String> mementos(String link) {
    Map<String, String> found = new TreeMap<>();
    Matcher each = MEMENTO.matcher(link);
    while (each.find()) {
      if (each.group(3).contains("memento")) {
        found.put(each.group(1), each.group(2) + " " + each.group(4));
      }
    }
    return found;
  }

  private Answers cdx(CapturedSites captured, HttpClient client, String own, PywbServer pywb)
      throws IOException, InterruptedException {
    int lines = 0;
    int different = 0;
    List<String> questions = new ArrayList<>();
    for (String url : captured.pages().subList(0, Math.min(200, captured.pages().size()))) {
      questions.add("url=" + url);
      questions.add("url=" + url + "&sort=reverse&limit=2");
      questions.add("url=" + url + "&closest=20210101000000&limit=3");
      questions.add("url=" + url + "&from=2020&to=2021&filter=status:200");
    }
    questions.add("url=site0.example/&matchType=host&limit=500");
    questions.add("url=site0.example/*&limit=500&filter=mime:warc");
    for (String question : questions) {
      String asked = "cdx?output=json&" + question;
      List<Map<String, String>> ours = rows(get(client, own + asked).body());
      List<Map<String, String>> theirs = rows(get(client, pywb.replay(0) + asked).body());
      lines += ours.size();
      if (!ours.equals(theirs)) {
        different++;
        example("CDX " + question + ": " + firstDifference(ours, theirs));
      }
    }
    return new Answers(questions.size(), lines, different);
  }

  private static String firstDifference(
      List<Map<String, String>> ours, List<Map<String, String>> theirs) {
    for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
      Map<String, String> one = ours.get(i);
      Map<String, String> other = theirs.get(i);
      TreeSet<String> names = new TreeSet<>(one.keySet());
      names.addAll(other.keySet());
      for (String name : names) {
        if (!String.valueOf(one.get(name)).equals(String.valueOf(other.get(name)))) {
          return "line %d, %s: ours %s, pywb's %s"
              .formatted(i, name, one.get(name), other.get(name));
        }
      }
    }
    return "ours %d lines, pywb's %d".formatted(ours.size(), theirs.size());
  }

  private static List<Map<String, String>> rows(String lines) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.lines().filter(each -> each.startsWith("{")).toList()) {
      JsonNode node = JsonMapper.shared().readTree(line);
      Map<String, String> row = new TreeMap<>();
      node.properties().forEach(field -> row.put(field.getKey(), field.getValue().asString()));
      // pywb says where it keeps its files, or which of several sources it asked.
      row.keySet().removeAll(List.of("source", "source-coll", "access"));
      rows.add(row);
    }
    return rows;
  }
}
