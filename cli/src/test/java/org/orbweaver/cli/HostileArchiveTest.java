package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.cli.ArchiveBadInputTest.join;
import static org.orbweaver.cli.ArchiveBadInputTest.response;
import static org.orbweaver.cli.CalledHere.orb;
import static org.orbweaver.cli.ServedArchive.get;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.cli.CalledHere.Run;

/** Files and questions of people who mean harm, by the commands a user types. */
class HostileArchiveTest {
  private static final Instant AT = Instant.parse("2020-05-01T00:00:00Z");
  private static final String SITE = "http://evil.example/";
  private static final int PAGES = 1_400;
  private static final Pattern MORE = Pattern.compile("href=\"([^\"]*)\">more</a>");
  private static final Pattern LISTED =
      Pattern.compile("/web/\\*/(http://many\\.example/[^\"]*)\"");

  @TempDir private static Path scratch;
  private static ServedArchive server;
  private static String own;
  private static String replay;
  private static int proxy;

  @BeforeAll
  static void serve() throws IOException, InterruptedException {
    ByteArrayOutputStream pages = new ByteArrayOutputStream();
    String headers =
        String.join(
            "\r\n",
            "X-Odd: a\rSet-Cookie: b=c",
            "Bad Name: x",
            "Set-Cookie: d=e",
            "Content-Security-Policy: default-src *",
            "SourceMap: http://live.example/map",
            "Refresh: 0; http://live.example/?url=x",
            "Link: <http://live.example/>; rel=preload",
            "");
    pages.write(response(SITE + "headers", AT, headers, "<p>headers</p>"));
    pages.write(response(SITE + "page", AT, "", "<!doctype html><script>alert(1)</script>"));
    pages.write(typed("drawing.svg", "image/svg+xml", "<svg xmlns='x'><script>1</script></svg>"));
    pages.write(typed("feed", "text/xml", "<a xmlns:h='y'><h:script>1</h:script></a>"));
    pages.write(typed("untyped", "html", "<p><link rel=preconnect href=//live.example/>"));
    pages.write(response(SITE + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", AT, "", "regex"));
    Path evil = Files.write(scratch.resolve("evil.warc"), pages.toByteArray());
    imported("evil", evil);
    for (int part = 0; part < 2; part++) {
      ByteArrayOutputStream many = new ByteArrayOutputStream();
      for (int i = part; i < PAGES; i += 2) {
        many.write(response("http://many.example/%05d".formatted(i), AT, "", "page " + i));
      }
      Path file = scratch.resolve("many" + part + ".warc");
      imported("many" + part, Files.write(file, many.toByteArray()));
    }
    server = new ServedArchive("--data", scratch.resolve("data").toString(), "--proxy", "0");
    own = server.own();
    replay = server.replay();
    proxy = server.proxy();
  }

  private static byte[] typed(String path, String type, String body) {
    String plain = new String(response(SITE + path, AT, "", body), StandardCharsets.ISO_8859_1);
    String other = plain.replace("Content-Type: text/html", "Content-Type: " + type);
    int more = other.length() - plain.length();
    Matcher length = Pattern.compile("Content-Length: (\\d+)").matcher(other);
    assertThat(length.find()).isTrue();
    int block = Integer.parseInt(length.group(1)) + more;
    return length.replaceFirst("Content-Length: " + block).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Run imported(String collection, Path file) {
    Run run =
        orb(
            "archive",
            "import",
            "--data",
            scratch.resolve("data").toString(),
            "--collection",
            collection,
            "--json",
            file.toString());
    assertThat(run.code()).as(run.err()).isZero();
    return run;
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String said(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void aNameThatBeginsLikeTheLoopbackAddressIsAStrangers() throws IOException {
    int port = URI.create(own).getPort();
    for (String host : new String[] {"127.0.0.1.evil.example", "127.evil.example", "127.0.0.1x"}) {
      assertThat(said(port, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(host)))
          .as(host)
          .startsWith("HTTP/1.1 421");
    }
    assertThat(said(port, "GET / HTTP/1.1\r\nHost: 127.0.0.9\r\n\r\n")).startsWith("HTTP/1.1 200");
  }

  @Test
  void archivedHeadersBringNoneOfTheirOwn() throws Exception {
    HttpResponse<String> page = get(replay + "/web/20200501000000mp_/" + SITE + "headers");
    assertThat(page.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(page.headers().firstValue("SourceMap")).isEmpty();
    assertThat(page.headers().firstValue("Refresh").orElse(""))
        .isEqualTo("0;url=/web/20200501000000mp_/http://live.example/?url=x");
    assertThat(page.headers().allValues("Content-Security-Policy"))
        .singleElement()
        .asString()
        .startsWith("default-src 'self'");
    assertThat(page.headers().firstValue("Link").orElse("")).doesNotContain("preload");
    String proxied = said(proxy, "GET " + SITE + "headers HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assertThat(proxied).startsWith("HTTP/1.1 200").contains("<p>headers</p>");
    assertThat(proxied.split("[\\r\\n]+")).noneMatch(line -> line.startsWith("Set-Cookie"));
    assertThat(proxied).doesNotContain("Bad Name");
  }

  @Test
  void aWrongDateIsSaidByTheProxy() throws IOException {
    String asked = "GET " + SITE + "page HTTP/1.1\r\nAccept-Datetime: yesterday\r\n\r\n";
    assertThat(said(proxy, asked)).startsWith("HTTP/1.1 400").contains("Accept-Datetime must be");
  }

  @Test
  void nothingIsShownAsADocumentThatCouldActWithoutOurScript() throws Exception {
    String raw = replay + "/web/20200501000000id_/" + SITE + "page";
    assertThat(get(raw, "Sec-Fetch-Dest", "iframe").body()).contains("/_orb/replay.js");
    assertThat(get(raw).body()).contains("/_orb/replay.js");
    assertThat(get(raw, "Sec-Fetch-Dest", "empty").body()).doesNotContain("/_orb/replay.js");
    assertThat(get(own + "/web/20200501000000id_/" + SITE + "page").body())
        .as("for a program, on the origin where nothing runs")
        .doesNotContain("/_orb/replay.js");
    String drawing = get(replay + "/web/20200501000000if_/" + SITE + "drawing.svg").body();
    assertThat(drawing).contains("<svg xmlns='x'><script xmlns=\"http://www.w3.org/1999/xhtml\"");
    HttpResponse<String> feed = get(replay + "/web/20200501000000if_/" + SITE + "feed");
    assertThat(feed.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("script-src 'none'");
    assertThat(get(replay + "/web/20200501000000if_/" + SITE + "untyped").body())
        .contains("/_orb/replay.js")
        .contains("/web/20200501000000mp_/http://live.example/");
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void absurdQuestionsToTheCdxServerAreAnsweredAtOnce() throws Exception {
    String pattern = URLEncoder.encode("~url:(.*a){12}b", StandardCharsets.UTF_8);
    HttpResponse<String> slow = get(own + "/cdx?url=evil.example/*&filter=" + pattern);
    assertThat(slow.statusCode()).isEqualTo(400);
    assertThat(slow.body()).contains("takes too long");
    for (String absurd :
        List.of(
            "pageSize=0&showNumPages=true",
            "page=2147483647&pageSize=2147483647",
            "page=1&pageSize=0",
            "limit=2147483647&offset=2147483647",
            "limit=2147483647&closest=2020&offset=2147483647",
            "limit=0",
            "limit=-5",
            "collapse=timestamp:2147483647",
            "resumeKey=%00%FF",
            "fl=,,,&output=text")) {
      HttpResponse<String> answer = get(own + "/cdx?url=" + SITE + "page&" + absurd);
      assertThat(answer.statusCode()).as(absurd + answer.body()).isEqualTo(200);
    }
    for (String wrong : List.of("limit=99999999999", "output=x", "matchType=x", "from=x")) {
      assertThat(get(own + "/cdx?url=" + SITE + "&" + wrong).statusCode()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void theNearestCaptureThatAFilterLetsThroughIsFoundFurtherAway() throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int year = 2010; year < 2020; year++) {
      byte[] page = response(SITE + "errors", Instant.parse(year + "-01-01T00:00:00Z"), "", "x");
      String text = new String(page, StandardCharsets.ISO_8859_1);
      all.writeBytes(
          (year == 2010 ? text : text.replace("200 OK", "404 No"))
              .getBytes(StandardCharsets.UTF_8));
    }
    Path file = Files.write(scratch.resolve("errors.warc"), all.toByteArray());
    String data = scratch.resolve("other").toString();
    String near = "/cdx?url=" + SITE + "errors&closest=2019&limit=1&filter=status:200";
    try (ServedArchive other = new ServedArchive("--data", data, file.toString())) {
      assertThat(get(other.own() + near).body()).contains(" 20100101000000 ");
    }
  }

  @Test
  void aLongListOfSeveralCollectionsIsWhole() throws Exception {
    Set<String> seen = new HashSet<>();
    String page = own + "/web/*/many.example/*";
    for (int i = 0; i < 5 && page != null; i++) {
      String body = get(page).body();
      LISTED.matcher(body).results().forEach(link -> seen.add(link.group(1)));
      Matcher more = MORE.matcher(body);
      page = more.find() ? own + more.group(1).replace("&amp;", "&") : null;
    }
    assertThat(page).as("there is an end").isNull();
    assertThat(seen).hasSize(PAGES);
  }

  @Test
  void theBoxTakesAnAddressOfAnyAlphabet() throws Exception {
    HttpResponse<String> answer = get(own + "/go?q=http%3A%2F%2Fevil.example%2FB%C3%BCcher");
    assertThat(answer.headers().firstValue("Location"))
        .hasValue("/web/*/http://evil.example/B%C3%BCcher");
  }

  @Test
  void anIndexOfAStrangerLeadsToNoFileElsewhere() throws Exception {
    Path secret = Files.createDirectories(scratch.resolve("private")).resolve("secret.warc");
    Files.write(secret, response(SITE + "secret", AT, "", "of another collection"));
    Path plain = Files.writeString(scratch.resolve("plain.txt"), "a password of this machine\n");
    Path folder = Files.createDirectories(scratch.resolve("strangers"));
    Path cdx = folder.resolve("index.cdx");
    String line = "x 20200501000000 %s text/html 200 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 9 0 %s";
    Files.write(
        cdx,
        List.of(
            " CDX N b a m s k r M S V g",
            line.formatted(SITE + "1", secret),
            line.formatted(SITE + "2", "../private/secret.warc"),
            line.formatted(SITE + "3", plain),
            line.formatted(SITE + "4", "sub/../../private/secret.warc"),
            line.formatted(SITE + "5", "..")));
    imported("strangers", cdx);
    for (int i = 1; i <= 5; i++) {
      Run run =
          orb(
              "archive",
              "get",
              SITE + i,
              "--collection",
              "strangers",
              "--data",
              scratch.resolve("data").toString());
      assertThat(run.code()).as(i + run.out()).isNotZero();
      assertThat(run.err()).doesNotContain("password").contains("is gone");
    }
  }

  @Test
  void recordsOfImpossibleDatesAndEndlessAddressesAreLeftOutAndTheRestIsKept() throws Exception {
    byte[] all = response(SITE + "before", AT, "", "kept");
    for (String date :
        List.of("+999999999-12-31T23:59:59Z", "-0500-01-01T00:00:00Z", "1969-12-31T23:59:59Z")) {
      String odd = new String(response(SITE + "odd", AT, "", "odd"), StandardCharsets.UTF_8);
      all =
          join(
              all,
              odd.replace("WARC-Date: " + AT, "WARC-Date: " + date)
                  .getBytes(StandardCharsets.UTF_8));
    }
    all = join(all, response(SITE + "x".repeat(70_000), AT, "", "long"));
    all = join(all, response(SITE + "behind", AT, "", "kept, too"));
    Run run = imported("odd", Files.write(scratch.resolve("odd.warc"), all));
    assertThat(run.out()).contains("\"captures\":2");
    Run listed =
        orb(
            "archive",
            "list",
            "evil.example/*",
            "--collection",
            "odd",
            "--data",
            scratch.resolve("data").toString());
    assertThat(listed.out()).contains("/before").contains("/behind").doesNotContain("/odd");
  }

  @Test
  void aFileThatIsGoneIsSaidAndTheRestIsShown() throws Exception {
    Path data = scratch.resolve("gone");
    Path file = scratch.resolve("gone.warc");
    Files.write(file, response(SITE + "gone", AT, "", "here"));
    Run in =
        orb("archive", "import", "--data", data.toString(), "--collection", "g", file.toString());
    assertThat(in.code()).as(in.err()).isZero();
    Files.delete(file);
    Run get = orb("archive", "get", SITE + "gone", "--data", data.toString());
    assertThat(get.code()).isEqualTo(1);
    assertThat(get.err()).contains("gone.warc of the collection g is gone");
  }
}
