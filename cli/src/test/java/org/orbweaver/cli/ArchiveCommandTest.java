package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.cli.CalledHere.orb;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.archive.table.CaptureAnalysis;
import org.orbweaver.cli.CalledHere.Run;

/** What a user does after a crawl, by the commands a user types. */
class ArchiveCommandTest {
  private static final AtomicInteger VERSION = new AtomicInteger(1);

  @TempDir private static Path scratch;
  private static HttpServer site;
  private static String home;

  @BeforeAll
  static void crawlTwice() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    home = "http://127.0.0.1:" + site.getAddress().getPort() + "/";
    site.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          String body =
              switch (path) {
                case "/" ->
                    "<title>Home</title><a href=/a.html>a</a> version "
                        + VERSION.get()
                        + "<img src=/logo.png>";
                case "/a.html" ->
                    "<title>A</title><p>always the same text, long enough</p>".repeat(9);
                case "/copy.html" ->
                    "<title>A</title><p>always the same text, long enough</p>".repeat(9);
                case "/logo.png" -> "no picture";
                default -> "";
              };
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange
              .getResponseHeaders()
              .set("Content-Type", path.endsWith(".png") ? "image/png" : "text/html");
          exchange
              .getResponseHeaders()
              .set("X-Robots-Tag", path.equals("/copy.html") ? "noindex" : "googlebot: noindex");
          exchange.sendResponseHeaders(
              body.isEmpty() ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    site.start();
    for (int round = 1; round <= 2; round++) {
      VERSION.set(round);
      Run crawl =
          orb(
              "crawl",
              home,
              home + "copy.html",
              "--allow",
              "127.0.0.0/8",
              "--delay",
              "0s",
              "--ip-delay",
              "0s",
              "--data",
              scratch.toString(),
              "--collection",
              "c" + round);
      assertThat(crawl.code()).as(crawl.err()).isZero();
      awaitNextSecond();
    }
  }

  /** Replay addresses tell seconds: the second crawl must not begin within the first one's. */
  private static void awaitNextSecond() {
    long second = System.currentTimeMillis() / 1000;
    while (System.currentTimeMillis() / 1000 == second) {
      Thread.onSpinWait();
    }
  }

  @AfterAll
  static void stop() {
    site.stop(0);
  }

  private static Run archive(String command, String... arguments) {
    String[] all = new String[arguments.length + 4];
    all[0] = "archive";
    all[1] = command;
    all[2] = "--data";
    all[3] = scratch.toString();
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return orb(all);
  }

  @Test
  void collectionsAndCapturesAreListed() {
    assertThat(archive("list", "--json").out()).contains("\"c1\"").contains("\"c2\"");
    Run captures = archive("list", home + "*");
    assertThat(captures.out().lines()).hasSizeGreaterThanOrEqualTo(8);
    assertThat(archive("list", "http://nowhere.example/").code()).isEqualTo(1);
  }

  @Test
  void aPageIsWrittenAsItWasAtItsTime() throws IOException {
    Path file = scratch.resolve("page.html");
    Run run = archive("get", home, "--collection", "c1", "--out", file.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readString(file)).contains("version 1");
    assertThat(archive("get", home, "--out", file.toString()).code()).isZero();
    assertThat(Files.readString(file)).contains("version 2");
    Run copy = archive("get", home + "copy.html", "--out", file.toString());
    assertThat(copy.code()).as(copy.err()).isZero();
    assertThat(Files.readString(file)).contains("always the same text");
  }

  @Test
  void anExportedWaczIsSoundAndHoldsTheSameCaptures() {
    Path wacz = scratch.resolve("all.wacz");
    Run export = archive("export", wacz.toString(), "--collection", "c1", "--json");
    assertThat(export.code()).as(export.err()).isZero();
    Run verify = archive("verify", wacz.toString(), "--json");
    assertThat(verify.code()).as(verify.out()).isZero();
    List<String> before = digests(archive("list", home + "*", "--collection", "c1").out());
    List<String> after =
        digests(archive("list", home + "*", "--collection", wacz.toString()).out());
    assertThat(after).isEqualTo(before);
    Run imported = archive("import", wacz.toString(), "--collection", "imported", "--json");
    assertThat(imported.code()).as(imported.err()).isZero();
  }

  private static List<String> digests(String lines) {
    return lines.lines().map(line -> line.split(" ")[0] + " " + line.split(" ")[5]).toList();
  }

  @Test
  void damageIsFoundAndNamed() throws IOException {
    Path slice = scratch.resolve("slice");
    assertThat(archive("export", slice.toString(), "--collection", "c2").code()).isZero();
    Path warc = slice.resolve("orbweaver-export-000001.warc.gz");
    assertThat(archive("verify", warc.toString()).code()).isZero();
    byte[] bytes = Files.readAllBytes(warc);
    for (int part = 1; part < 24; part++) {
      int at = bytes.length * part / 24;
      if (!isTimeOfMember(bytes, at)) {
        byte[] other = bytes.clone();
        other[at] ^= 0x55;
        Path broken = scratch.resolve("broken-" + part + ".warc.gz");
        Files.write(broken, other);
        Run verify = archive("verify", broken.toString());
        assertThat(verify.code()).as("byte " + at).isEqualTo(1);
        assertThat(verify.out()).contains(broken.getFileName().toString());
      }
    }
    Path cut = scratch.resolve("cut.wacz");
    Files.write(cut, java.util.Arrays.copyOf(bytes, 500));
    Run opened = archive("verify", cut.toString());
    assertThat(opened.code()).isEqualTo(1);
    assertThat(opened.err()).contains("no WACZ, or cut off");
  }

  /** A gzip member tells when and where it was made: six bytes that mean nothing. */
  private static boolean isTimeOfMember(byte[] bytes, int at) {
    for (int start = Math.max(0, at - 9); start <= at - 4; start++) {
      if (bytes[start] == 0x1f && bytes[start + 1] == (byte) 0x8b && bytes[start + 2] == 8) {
        return true;
      }
    }
    return false;
  }

  @Test
  void capturesAreAskedInSql() {
    for (CaptureAnalysis each : CaptureAnalysis.values()) {
      Run run = archive("analyse", each.label(), "--json", "--collection", "c1");
      assertThat(run.code()).as(each + run.err()).isZero();
    }
    assertThat(archive("analyse", "growth", "--json", "--collection", "c1").out())
        .as("two pages, a copy, a picture and robots.txt")
        .contains("\"captures\":5");
    Run duplicates = archive("analyse", "duplicates", "--collection", "c1");
    assertThat(duplicates.out()).as(duplicates.err()).contains("2\t1\t2");
    Run secret = archive("analyse", "--sql", "SELECT * FROM read_text('/etc/hostname')");
    assertThat(secret.code()).isEqualTo(1);
    Path parquet = scratch.resolve("captures.parquet");
    assertThat(archive("export", parquet.toString(), "--json").out()).contains("\"captures\":1");
  }

  @Test
  void whatIsTakenDownStaysAway(@TempDir Path apart) throws IOException {
    Path rules = scratch.resolve("access.txt");
    Files.writeString(rules, "block " + home + "a.html the owner asked for it\n");
    try {
      Run get = archive("get", home + "a.html");
      assertThat(get.code()).isEqualTo(1);
      assertThat(get.err()).contains("the owner asked for it");
      Path export = apart.resolve("without.wacz"); // among the others it would take down theirs too
      archive("export", export.toString(), "--collection", "c1");
      assertThat(archive("list", home + "*", "--collection", export.toString()).out())
          .doesNotContain("/a.html");
      Path elsewhere = apart.resolve("elsewhere");
      String there = elsewhere.toString();
      Run imported =
          orb("archive", "import", export.toString(), "--collection", "i", "--data", there);
      assertThat(imported.code()).as(imported.err()).isZero();
      Run asked = orb("archive", "get", home + "a.html", "--data", there);
      assertThat(asked.err()).as("as after import").contains("the owner asked for it");
    } finally {
      Files.delete(rules);
    }
  }

  @Test
  void whatIsPrintedForPeopleHasHeadsAndNoMarks() {
    assertThat(archive("list").out()).contains("captures  files");
    assertThat(archive("search", "always").out())
        .contains("always the same text", " found")
        .doesNotContain("<b>");
    Run empty = archive("search");
    assertThat(empty.code()).isEqualTo(2);
    assertThat(empty.err()).contains("give a word");
  }

  @Test
  void aSearchHonoursNoindexIfTheOperatorSaysSo() throws IOException {
    assertThat(archive("search", "copy.html").out()).contains("/copy.html");
    Path rules = scratch.resolve("access.txt");
    Files.writeString(rules, "honour noindex\n");
    try {
      assertThat(archive("search", "copy.html").out()).doesNotContain("/copy.html");
      assertThat(archive("search", "always").out())
          .as("what is said to other robots is not meant for us")
          .contains("/a.html");
      assertThat(archive("get", home + "copy.html").code()).as("shown all the same").isZero();
    } finally {
      Files.delete(rules);
    }
  }

  @Test
  void theServerShowsPagesOnTheirOwnOrigin() throws Exception {
    StringWriter out = new StringWriter();
    Thread server =
        Thread.ofVirtual()
            .start(
                () ->
                    orb(
                        out,
                        out,
                        "archive",
                        "serve",
                        "--data",
                        scratch.toString(),
                        "--port",
                        "0",
                        "--replay-port",
                        "0",
                        "--seconds",
                        "25",
                        "--json",
                        "c1",
                        "c2"));
    while (!out.toString().contains("address") && server.isAlive()) {
      Thread.sleep(50);
    }
    String own = out.toString().replaceAll("(?s).*\"address\":\"([^\"]*)/\".*", "$1");
    String replay =
        "http://127.0.0.1:" + out.toString().replaceAll("(?s).*\"replayPort\":(\\d+).*", "$1");
    try (HttpClient client = HttpClient.newHttpClient()) {
      String cdx = get(client, own + "/cdx?url=" + home).body();
      List<String> lines = cdx.lines().toList();
      assertThat(lines).hasSize(2);
      String first = lines.getFirst().split(" ")[1];
      HttpResponse<String> page = get(client, replay + "/web/" + first + "mp_/" + home);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body()).contains("version 1").contains("im_/" + home + "logo.png");
      assertThat(page.headers().firstValue("Memento-Datetime")).isPresent();
      assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
          .contains("sandbox")
          .contains("frame-src 'self'");
      assertThat(get(client, own + "/web/" + first + "/" + home).body()).contains("<iframe");
      assertThat(get(client, own + "/web/*/" + home).body()).contains("2 versions");
      String last = lines.getLast().split(" ")[1];
      String compared =
          get(client, own + "/diff?as=picture&url=" + home + "&a=" + first + "&b=" + last).body();
      assertThat(compared)
          .contains("src=\"" + replay + "/web/" + first + "mp_/" + home)
          .contains("src=\"" + replay + "/web/" + last + "mp_/" + home);
      assertThat(get(client, own + "/timemap/link/" + home).body()).contains("first memento");
      assertThat(get(client, own + "/web/20991301/http://x.test/").statusCode()).isEqualTo(400);
      HttpResponse<String> script =
          get(client, own + "/web/*/http://x.test/%3Cscript%3Ealert(1)%3C/script%3E");
      assertThat(script.body()).doesNotContain("<script>alert");
      HttpResponse<String> raw = get(client, own + "/web/" + first + "id_/" + home);
      assertThat(raw.body()).contains("<img src=/logo.png>");
    }
    server.interrupt();
  }

  private static HttpResponse<String> get(HttpClient client, String url)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }
}
