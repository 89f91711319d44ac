package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.cli.CalledHere.orb;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.cli.CalledHere.Run;

/** What is damaged, hostile or absurd gets a sentence or a page that says so; the rest is shown. */
class ArchiveBadInputTest {
  private static final int MANY = 100_000;
  private static final Instant BEGIN = Instant.parse("2015-01-01T00:00:00Z");
  private static final String SITE = "http://site.example/";

  @TempDir private static Path scratch;
  private static final StringWriter SAID = new StringWriter();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static Thread server;
  private static String own;
  private static String replay;

  @BeforeAll
  static void serve() throws IOException, InterruptedException {
    Path often = scratch.resolve("often.warc");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(often), 1 << 20)) {
      for (int i = 0; i < MANY; i++) {
        // Every hour for eleven years; it changes every thousandth time.
        out.write(response(SITE + "often", BEGIN.plus(Duration.ofHours(i)), "", "v" + i / 1000));
      }
    }
    Path damaged = scratch.resolve("damaged.warc.gz");
    byte[] three = new byte[0];
    for (String page : new String[] {"one", "two", "three"}) {
      three = join(three, gzip(response(SITE + page, BEGIN, "", "this is page " + page)));
    }
    Arrays.fill(three, three.length / 2 - 40, three.length / 2 + 40, (byte) 0);
    Files.write(damaged, three);
    Path bomb = scratch.resolve("bomb.warc");
    Files.write(
        bomb,
        response(SITE + "bomb", BEGIN, "Content-Encoding: gzip\r\n", gzip(new byte[200 << 20])));
    Thread begun =
        Thread.ofVirtual()
            .start(
                () ->
                    orb(
                        SAID,
                        SAID,
                        "archive",
                        "serve",
                        "--data",
                        scratch.resolve("data").toString(),
                        "--port",
                        "0",
                        "--replay-port",
                        "0",
                        "--seconds",
                        "300",
                        "--json",
                        often.toString(),
                        damaged.toString(),
                        bomb.toString()));
    while (!SAID.toString().contains("\"address\"") && begun.isAlive()) {
      Thread.sleep(20);
    }
    server = begun;
    assertThat(SAID.toString()).as("what is damaged is said").contains("cannot be read from byte");
    own = SAID.toString().replaceAll("(?s).*\"address\":\"([^\"]*)/\".*", "$1");
    replay =
        "http://127.0.0.1:" + SAID.toString().replaceAll("(?s).*\"replayPort\":(\\d+).*", "$1");
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.interrupt();
    server.join();
    CLIENT.close();
  }

  private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }

  static byte[] join(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  static byte[] response(String url, Instant at, String headers, String body) {
    return response(url, at, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] response(String url, Instant at, String headers, byte[] body) {
    String http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n%sContent-Length: %d\r\n\r\n"
            .formatted(headers, body.length);
    String fields =
        "WARC-Type: response\nWARC-Record-ID: <urn:uuid:%s>\nWARC-Date: %s\nWARC-Target-URI: %s"
            .formatted(new UUID(1, at.toEpochMilli()), at, url);
    String type = "Content-Type: application/http; msgtype=response";
    String length = "Content-Length: " + (http.length() + body.length);
    String head = String.join("\n", "WARC/1.0", fields, type, length);
    String warc = head.replace("\n", "\r\n") + "\r\n\r\n" + http;
    byte[] record = join(warc.getBytes(StandardCharsets.ISO_8859_1), body);
    return join(record, new byte[] {'\r', '\n', '\r', '\n'});
  }

  @Test
  void hundredThousandCapturesOfOnePageHaveACalendarOfReadableSize() throws Exception {
    HttpResponse<String> calendar = get(own + "/web/*/" + SITE + "often");
    assertThat(calendar.body()).contains(MANY + " captures, 100 versions");
    assertThat(calendar.body().length()).isLessThan(3_000_000);
    assertThat(calendar.body()).contains("all 24 of this day");
    HttpResponse<String> day = get(own + "/web/20180704*/" + SITE + "often");
    assertThat(day.body()).contains("24 captures").contains("/web/20180704230000/");
    HttpResponse<String> map = get(own + "/timemap/link/" + SITE + "often");
    assertThat(map.body().lines().filter(line -> line.contains("memento"))).hasSize(MANY);
    HttpResponse<String> page = get(replay + "/web/20180704120000mp_/" + SITE + "often");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("v30");
  }

  @Test
  void ofADamagedFileTheRestIsShown() throws Exception {
    assertThat(get(replay + "/web/20150101000000mp_/" + SITE + "one").body())
        .contains("this is page one");
    assertThat(get(replay + "/web/20150101000000mp_/" + SITE + "three").body())
        .contains("this is page three");
  }

  @Test
  void aBodyThatUnpacksWithoutEndIsRefused() throws Exception {
    HttpResponse<String> answer = get(replay + "/web/20150101000000mp_/" + SITE + "bomb");
    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(answer.body()).contains("This capture cannot be read");
    assertThat(answer.body().length()).isLessThan(10_000);
  }

  @Test
  void impossibleDatesAndUnknownAddressesAreSaidPlainly() throws Exception {
    for (String date : new String[] {"20261301", "20260230250000", "99999999999999"}) {
      HttpResponse<String> answer = get(own + "/web/" + date + "/" + SITE + "often");
      assertThat(answer.statusCode()).as(date).isEqualTo(400);
      assertThat(answer.body()).as(date).contains("is not a date");
      Run got = orb("archive", "get", "--data", scratch.toString(), SITE, "--at", date);
      assertThat(got.code()).as(got.err()).isNotZero();
    }
    HttpResponse<String> unknown = get(own + "/web/2026/http://nobody.example/");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("was never captured here");
    assertThat(get(replay + "/web/2026mp_/http://nobody.example/").statusCode()).isEqualTo(404);
  }

  @Test
  void aScriptInTheAddressStaysText() throws Exception {
    String script = "%3Cscript%3Ealert(1)%3C/script%3E\"'%3E%3Csvg%20onload=alert(1)%3E";
    for (String path :
        new String[] {
          "/web/*/http://x.example/",
          "/web/2026/http://x.example/",
          "/search?q=",
          "/diff?a=1&b=2&url=",
          "/changes?url=",
          "/pages@",
          "/cdx?url=",
          "/no-such-"
        }) {
      HttpResponse<String> answer = get(own + path + script.replace("\"", "%22"));
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
          .as(path)
          .contains("script-src 'self'")
          .contains("default-src 'none'");
      if (answer.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
        assertThat(answer.body()).as(path).doesNotContain("<script>alert").doesNotContain("<svg");
      }
    }
  }

  /** A WACZ whose WARC file is compressed once more, as the standard forbids and some do. */
  private static Path deflated(String name, byte[] warc) throws IOException {
    Path file = scratch.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("archive/data.warc"));
      zip.write(warc);
      zip.closeEntry();
    }
    return file;
  }

  @Test
  void aZipBombIsRefusedAndLeavesNothing() throws IOException {
    Path data = scratch.resolve("zips");
    Path honest = deflated("honest.wacz", response(SITE + "packed", BEGIN, "", "it is packed"));
    Run listed =
        orb(
            "archive",
            "list",
            "--data",
            data.toString(),
            "--collection",
            honest.toString(),
            SITE + "packed");
    assertThat(listed.out()).as(listed.err()).contains("site.example/packed");
    Path bomb = deflated("bomb.wacz", new byte[100 << 20]);
    Path liar = scratch.resolve("liar.wacz");
    byte[] lying = Files.readAllBytes(bomb);
    ByteBuffer sizes = ByteBuffer.wrap(lying).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i + 28 < lying.length; i++) {
      if (sizes.getInt(i) == 0x02014b50) {
        sizes.putInt(i + 24, 1_000); // unpacked, says the directory
      }
    }
    Files.write(liar, lying);
    for (Path each : new Path[] {bomb, liar}) {
      Run run =
          orb("archive", "import", "--data", data.toString(), "--collection", "b", each.toString());
      assertThat(run.code()).as(each.toString()).isEqualTo(1);
      assertThat(run.err()).contains("zip bomb?").contains("archive/data.warc");
    }
    try (Stream<Path> left = Files.walk(data)) {
      assertThat(left.filter(path -> path.toString().contains("bomb-"))).isEmpty();
    }
    Path cut = scratch.resolve("cut.wacz");
    byte[] whole = Files.readAllBytes(honest);
    for (int length : new int[] {0, 10, whole.length / 2, whole.length - 1}) {
      Files.write(cut, Arrays.copyOf(whole, length));
      Run run = orb("archive", "list", "--data", data.toString(), "--collection", cut.toString());
      assertThat(run.code()).as(length + " bytes").isNotZero();
      assertThat(run.err()).as(length + " bytes").contains("cut.wacz");
    }
  }
}
