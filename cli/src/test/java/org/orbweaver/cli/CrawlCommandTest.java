package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcMetadata;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.Warcinfo;
import org.orbweaver.cli.CalledHere.Run;

/** What an archivist asks of a crawl, by the commands an archivist types. */
class CrawlCommandTest {
  @TempDir private Path data;
  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  private HttpServer site;
  private String home;

  @SuppressWarnings("NullAway.Init") // JUnit sets it up
  CrawlCommandTest() {}

  private Run orb(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--data=" + data);
    return CalledHere.orb(arguments.toArray(new String[0]));
  }

  private Run crawl(String... words) {
    List<String> arguments = new ArrayList<>(List.of("crawl"));
    arguments.addAll(List.of(words));
    arguments.addAll(List.of("--allow=127.0.0.0/8", "--delay=0s"));
    return orb(arguments.toArray(new String[0]));
  }

  /** A page's text is its status, if it is a number, and where it has moved, after an arrow. */
  @BeforeEach
  void serve() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    site.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    home = "http://127.0.0.1:" + site.getAddress().getPort() + "/";
    site.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          asked.add(path);
          String text = pages.getOrDefault(path, "404");
          boolean bare = text.matches("\\d+");
          boolean moved = text.startsWith("-> ");
          byte[] body = (bare ? "" : text).getBytes(StandardCharsets.UTF_8);
          String etag = "\"" + text.hashCode() + "\"";
          boolean same = etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
          int status = bare ? Integer.parseInt(text) : moved ? 302 : same ? 304 : 200;
          if (moved) {
            exchange.getResponseHeaders().set("Location", text.substring("-> ".length()));
          }
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          if (status == 200) {
            exchange.getResponseHeaders().set("ETag", etag);
          }
          exchange.sendResponseHeaders(status, status == 200 ? body.length : -1);
          if (status == 200) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    site.start();
  }

  @AfterEach
  void close() {
    site.stop(0);
  }

  @Test
  void historyIsCrawledWholeAndTrapsEndByThemselves() throws IOException {
    try (TrappingSite archive = new TrappingSite()) {
      Run run = crawl(archive.home());
      assertThat(archive.asked("pages")).isEqualTo(TrappingSite.PAGES);
      for (String trap : List.of("cal", "s", "loop", "find")) {
        assertThat(archive.asked(trap)).as(trap).isBetween(100L, 1_000L);
      }
      assertThat(run.code()).isZero();
      assertThat(run.out())
          .contains("it is one of endlessly many that bring nothing new")
          .doesNotContain("Everything in scope has been visited");
      assertThat(orb("crawl", "skipped").out()).contains("/cal?y=", "\t-4000\t");
      assertThat(Files.readString(data.resolve("collections/default/traps.txt")))
          .contains("/find?…", "/s/*/…");
    }
  }

  @Test
  void everyAddressHasALineThatTellsWhatBecameOfIt() throws IOException {
    pages.put("/robots.txt", "User-agent: *\nDisallow: /secret");
    pages.put(
        "/",
        "<a href=/a>a</a><a href=/secret/b>b</a><a href=/c rel=nofollow>c</a>"
            + "<a href=http://elsewhere.test/>d</a><a href=/gone>e</a>"
            + "<a href=http://127.0.0.1:25/>mail</a>");
    pages.put("/a", "<a href=/1865/04/15/>news</a>");
    pages.put("/1865/04/15/", "It is over");
    Run run = crawl(home, "--operator=The Library", "--description=for ever");
    assertThat(run.out())
        .contains("its author marked the link nofollow (--follow-nofollow)")
        .contains("it is outside of the scope (--scope)")
        .contains("forbidden by robots.txt")
        .doesNotContain("Everything in scope has been visited");
    List<String> log = orb("crawl", "log").out().lines().toList();
    assertThat(log)
        .anyMatch(line -> line.contains("\t200\t") && line.contains(home + "1865/04/15/\tLL\t"))
        .anyMatch(line -> line.contains("\t404\t") && line.contains("/gone\tL\t" + home + "\t"))
        .anyMatch(line -> line.contains("\t-9998\t") && line.contains("/secret/b"))
        .anyMatch(line -> line.contains("\t-5001\t") && line.contains("/c\t"))
        .anyMatch(line -> line.contains("\t-5002\t") && line.contains("its port is another"))
        .anyMatch(line -> line.contains("\t-5000\t") && line.contains("elsewhere.test"));
    assertThat(orb("crawl", "skipped").out().lines()).hasSize(4);
    assertThat(crawl(home).out())
        .as("run again, nothing is asked for, and the same is lacking")
        .contains("0 pages", "0 failed", "3 were left out");
    assertThat(orb("crawl", "failed").out()).isEmpty();
    List<String> told = told();
    assertThat(told)
        .anyMatch(text -> text.contains("operator: The Library") && text.contains("for ever"))
        .anyMatch(text -> text.contains("via: " + home + "a\r\n") && text.contains("Seed: LL"));
    assertThat(orb("crawl", "set", "max-redirects=7").code()).isZero();
    assertThat(crawl("--print-rules").out())
        .contains("--trap-patience", "--pages-per-host")
        .containsPattern("redirects in a row beyond +7 +--max");
  }

  private List<String> told() throws IOException {
    List<String> told = new ArrayList<>();
    try (var files = Files.list(data.resolve("collections/default/warc"))) {
      for (Path file : files.toList()) {
        try (WarcReader reader = new WarcReader(file)) {
          for (WarcRecord record : reader) {
            if (record instanceof WarcMetadata || record instanceof Warcinfo) {
              byte[] body = record.body().stream().readAllBytes();
              told.add(new String(body, StandardCharsets.UTF_8));
            }
          }
        }
      }
    }
    return told;
  }

  @Test
  void whatFailedIsListedAndAskedForAgain() {
    pages.put("/", "<a href=/broken>b</a>");
    pages.put("/broken", "500");
    Run run = crawl(home);
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out()).contains("1 failed");
    assertThat(orb("crawl", "failed").out()).contains("\t500\t").contains(home + "broken");
    asked.clear();
    Run again = crawl(home);
    assertThat(again.out())
        .contains("0 pages", "1 failed")
        .doesNotContain("Everything in scope has been visited");
    assertThat(again.code()).as("what failed in an earlier run is still lacking").isEqualTo(3);
    assertThat(asked).isEmpty();
    pages.put("/broken", "<a href=/behind>whole</a>");
    pages.put("/behind", "found");
    assertThat(crawl("retry").code()).isZero();
    assertThat(asked).contains("/broken", "/behind").doesNotContain("/");
    assertThat(orb("crawl", "failed").out()).isEmpty();
  }

  @Test
  void aSeedOfWhichNothingWasHadIsAskedForWhenItIsNamedAgain() {
    pages.put("/", "<p>home");
    Run refused = orb("crawl", home, "--delay=0s");
    assertThat(refused.out()).contains("if this one is meant, add --allow 127.0.0.1");
    assertThat(asked).isEmpty();

    assertThat(crawl(home).out()).contains("Everything in scope has been visited");
    assertThat(asked).contains("/");
    asked.clear();
    assertThat(crawl(home).code()).isZero();
    assertThat(asked).as("what was had is not asked for again").isEmpty();
  }

  @Test
  void aHostWhoseRobotsFailIsAskedAgainAndItsPagesAreListed() {
    pages.put("/robots.txt", "503");
    pages.put("/", "hello");
    assertThat(crawl(home, "--host-attempts=2").code()).isEqualTo(1);
    assertThat(asked).containsExactly("/robots.txt", "/robots.txt");
    assertThat(orb("crawl", "failed").out()).contains("\t-61\t").contains(home);
    pages.put("/robots.txt", "404");
    assertThat(crawl("retry").code()).isZero();
    assertThat(asked).contains("/");
  }

  @Test
  void everyRoundVisitsEveryPage() {
    StringBuilder links = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      links.append("<a href=/p").append(i).append(">p</a>");
      pages.put("/p" + i, "page " + i);
    }
    links.append("<a href=/moving>m</a>");
    pages.put("/moving", "-> /p1");
    pages.put("/", links.toString());
    assertThat(crawl(home).code()).isZero();
    asked.clear();
    pages.put("/moving", "-> /moved");
    pages.put("/moved", "where a redirect leads now that had, and has, no body");
    pages.put("/p3", "changed");
    pages.put("/p4", "404");
    pages.put("/", links + "<a href=/new>new</a>");
    pages.put("/new", "new");
    Run run = crawl("--every=1s", "--rounds=3", "--json");
    assertThat(run.code()).isZero();
    List<String> rounds = run.out().lines().toList();
    assertThat(rounds).hasSize(3);
    assertThat(rounds.get(1)).contains("\"round\":2", "\"fetched\":24", "\"notModified\":18");
    assertThat(rounds.get(2)).contains("\"round\":3", "\"fetched\":24", "\"notModified\":22");
    List<String> log = orb("crawl", "log").out().lines().toList();
    for (int round = 2; round <= 3; round++) {
      String in = "" + round;
      List<String> visits =
          log.stream().filter(line -> line.split("\t", -1)[9].equals(in)).toList();
      assertThat(visits).as("every page in round %d", round).hasSize(24);
      assertThat(visits)
          .filteredOn(line -> line.contains(home + "p4\t"))
          .singleElement()
          .asString()
          .contains("\t404\t");
    }
    assertThat(log)
        .filteredOn(line -> line.contains(home + "p3\t"))
        .extracting(line -> line.split("\t")[1])
        .as("changed in round 2")
        .containsExactly("200", "200", "304");
    assertThat(log)
        .filteredOn(line -> line.contains(home + "new\t"))
        .extracting(line -> line.split("\t")[1])
        .as("new in round 2")
        .containsExactly("200", "304");
  }

  @Test
  void aBudgetOfPagesAndBytesIsKeptAcrossRestarts() {
    StringBuilder links = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      links.append("<a href=/p").append(i).append(">p</a>");
      pages.put("/p" + i, "page " + i + " ".repeat(10_000));
    }
    pages.put("/", links.toString());
    crawl(home, "--pages=20");
    assertThat(pagesAsked()).isEqualTo(20);
    assertThat(crawl("--pages=20").out()).contains("0 pages");
    assertThat(pagesAsked()).as("a second run has no second budget").isEqualTo(20);
    crawl("--pages=30");
    assertThat(pagesAsked()).isEqualTo(30);
    assertThat(orb("crawl", "set", "bytes=500kB").code()).isZero();
    crawl();
    assertThat(orb("crawl", "set", "bytes=").code()).isZero();
    assertThat(pagesAsked()).as("pages of 10 kB").isBetween(48L, 60L);
    crawl();
    assertThat(pagesAsked()).isEqualTo(101);
  }

  private long pagesAsked() {
    return asked.stream().filter(path -> !path.equals("/robots.txt")).count();
  }
}
