package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.cli.ArchiveBadInputTest.response;
import static org.orbweaver.cli.CalledHere.orb;
import static org.orbweaver.cli.ServedArchive.get;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.cli.CalledHere.Run;

/**
 * Which capture belongs to a date, who may see it, and by which doors, as {@code orb} serves it.
 */
class TimeMachineTest {
  private static final String WWW = "https://www.site.example/";
  private static final String BARE = "http://site.example/";

  @TempDir private static Path scratch;
  private static Path grows;
  private static ServedArchive server;

  @BeforeAll
  static void serve() throws IOException, InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(response(WWW, at("2020-01-01"), "", "in the year 2020"));
    all.write(response(WWW, at("2022-01-01"), "", "in the year 2022"));
    all.write(refused(response(WWW, at("2022-06-01"), "", "come again later")));
    all.write(response(WWW + "app.js?v=1", at("2020-01-01"), "", "var one"));
    all.write(response(WWW + "gone", at("2021-01-01"), "", "not here"));
    String german =
        "<title>Häuser</title>Die Häuser und der Garten sind nicht von dem, der das schrieb";
    all.write(response(WWW + "garten", at("2021-01-01"), "", german));
    all.write(response(WWW + "ja", at("2021-01-01"), "", "<title>東京</title>東京都の図書館"));
    all.write(response(WWW + "film", at("2021-01-01"), "", "0123456789"));
    all.write(response(WWW + "secret/1", at("2021-01-01"), "", "taken down"));
    all.write(redirect(WWW + "loop", "/loop"));
    all.write(redirect(BARE + "moved", WWW + "gone"));
    grows = Files.write(scratch.resolve("site.warc"), all.toByteArray());
    assertThat(archive("import", "--collection", "site", grows.toString()).code()).isZero();
    Path hidden = scratch.resolve("hidden.warc");
    Files.write(hidden, response(WWW + "intern", at("2021-01-01"), "", "for us alone"));
    assertThat(archive("import", "--collection", "intern", hidden.toString()).code()).isZero();
    Path fresh = scratch.resolve("fresh.warc");
    Files.write(fresh, response(WWW + "fresh", Instant.now(), "", "of today"));
    assertThat(archive("import", "--collection", "fresh", fresh.toString()).code()).isZero();
    Files.writeString(
        scratch.resolve("data").resolve("access.txt"),
        "private intern\nembargo 30d\nblock " + WWW + "secret/* the owner asked for it\n");
    server =
        new ServedArchive("--data", scratch.resolve("data").toString(), "--proxy", "0", "--search");
  }

  private static Instant at(String day) {
    return Instant.parse(day + "T00:00:00Z");
  }

  private static byte[] refused(byte[] record) {
    return new String(record, StandardCharsets.UTF_8)
        .replace("200 OK", "503 No")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] redirect(String from, String to) {
    return new String(
            response(from, at("2021-01-01"), "Location: " + to + "\r\n", ""),
            StandardCharsets.UTF_8)
        .replace("200 OK", "301 Go")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Run archive(String command, String... arguments) {
    String[] all = new String[arguments.length + 4];
    all[0] = "archive";
    all[1] = command;
    all[2] = "--data";
    all[3] = scratch.resolve("data").toString();
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return orb(all);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String location(String path) throws IOException, InterruptedException {
    return get(server.replay() + path).headers().firstValue("Location").orElse("");
  }

  @Test
  void aPageIsTheNewestNotNewerElseTheFirstOne() throws Exception {
    assertThat(location("/web/2021mp_/" + WWW)).contains("/web/20200101000000mp_/");
    assertThat(location("/web/20220301mp_/" + WWW)).contains("/web/20220101000000mp_/");
    assertThat(location("/web/2019mp_/" + WWW)).contains("/web/20200101000000mp_/");
    String framed = get(server.own() + "/web/2019/" + WWW).headers().firstValue("Location").get();
    assertThat(framed).as("the banner says that it is later").contains("#asked=2019");
    assertThat(location("/web/2023mp_/" + WWW))
        .as("a refusal is no state of a page")
        .contains("/web/20220101000000mp_/");
  }

  @Test
  void twinsAndCacheBustersAreFound() throws Exception {
    assertThat(get(server.replay() + "/web/20200101000000mp_/" + BARE).body())
        .as("http and no www")
        .contains("in the year 2020");
    assertThat(get(server.replay() + "/web/2020js_/" + WWW + "app.js?v=77").body())
        .contains("var one");
  }

  @Test
  void redirectsLeadOnWithinTheArchiveAndLoopsEnd() throws Exception {
    assertThat(location("/web/20210101000000mp_/" + BARE + "moved"))
        .isEqualTo("/web/20210101000000mp_/" + WWW + "gone");
    HttpResponse<String> loop = get(server.replay() + "/web/20210101000000mp_/" + WWW + "loop");
    assertThat(loop.statusCode()).isEqualTo(508);
    assertThat(loop.body()).contains("redirects to itself");
  }

  @Test
  void aFilmIsSentByParts() throws Exception {
    HttpResponse<String> part =
        get(
            server.replay() + "/web/20210101000000id_/" + WWW + "film",
            "Range",
            "bytes=3-5",
            "Sec-Fetch-Dest",
            "video");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("345");
    assertThat(part.headers().firstValue("Content-Range")).hasValue("bytes 3-5/10");
  }

  @Test
  void whatIsPrivateTakenDownOrTooFreshIsNotShownByAnyDoor() throws Exception {
    for (String door :
        new String[] {"/web/2021id_/", "/web/2021/", "/timemap/link/", "/timegate/", "/cdx?url="}) {
      String asked = server.own() + door;
      assertThat(get(asked + WWW + "secret/1").body()).as(door).doesNotContain("20210101000000");
      assertThat(get(asked + WWW + "intern").body()).as(door).doesNotContain("20210101000000");
      assertThat(get(asked + WWW + "fresh").body()).as(door).doesNotContain("of today");
    }
    HttpResponse<String> taken = get(server.own() + "/web/2021id_/" + WWW + "secret/1");
    assertThat(taken.statusCode()).isEqualTo(451);
    assertThat(taken.body()).contains("the owner asked for it");
    assertThat(get(server.own() + "/").body()).doesNotContain("intern");
    assertThat(get(server.own() + "/pages@intern").statusCode()).isEqualTo(404);
    assertThat(get(server.own() + "/web@intern/2021id_/" + WWW + "intern").statusCode())
        .isEqualTo(404);
    assertThat(get(server.own() + "/robots.txt").body()).contains("Disallow: /");
    assertThat(archive("get", WWW + "intern").code()).as("the owner sees it").isZero();
  }

  @Test
  void timeGatesAndTimeMapsAreMementos() throws Exception {
    HttpResponse<String> gate =
        get(
            server.own() + "/timegate/" + WWW,
            "Accept-Datetime",
            "Fri, 01 Oct 2021 00:00:00 GMT",
            "Prefer",
            "original-content");
    assertThat(gate.statusCode()).isEqualTo(302);
    assertThat(gate.headers().firstValue("Location").orElse("")).contains("/20220101000000id_/");
    assertThat(gate.headers().firstValue("Vary").orElse("")).contains("accept-datetime");
    assertThat(get(server.own() + "/timemap/json/" + WWW).body()).contains("2020-01-01T00:00:00Z");
    assertThat(get(server.own() + "/timemap/cdxj/" + WWW).body()).contains("20220101000000");
  }

  @Test
  void theProxyShowsThePastOfAnHttpsAddress() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream pem =
        new ByteArrayInputStream(
            Files.readAllBytes(scratch.resolve("data").resolve("archive-authority.pem")))) {
      trusted.setCertificateEntry(
          "orb", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    try (HttpClient behind =
        HttpClient.newBuilder()
            .proxy(
                ProxySelector.of(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), server.proxy())))
            .sslContext(context)
            .version(HttpClient.Version.HTTP_1_1)
            .build()) {
      HttpRequest asked =
          HttpRequest.newBuilder(URI.create(WWW))
              .header("Accept-Datetime", "Fri, 01 Oct 2021 00:00:00 GMT")
              .timeout(Duration.ofSeconds(20))
              .build();
      assertThat(behind.send(asked, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("in the year 2020");
    }
  }

  @Test
  void aFileThatGrowsIsFollowedWhileItIsServed() throws Exception {
    String page = server.own() + "/web/2024id_/" + WWW + "later";
    assertThat(get(page).statusCode()).isEqualTo(404);
    byte[] record = response(WWW + "later", at("2023-01-01"), "", "written later");
    // Half of a record first, as one who writes may stop anywhere.
    Files.write(grows, java.util.Arrays.copyOf(record, 90), StandardOpenOption.APPEND);
    Thread.sleep(2_500);
    Files.write(
        grows, java.util.Arrays.copyOfRange(record, 90, record.length), StandardOpenOption.APPEND);
    String body = "";
    for (int i = 0; i < 100 && !body.equals("written later"); i++) {
      Thread.sleep(100);
      body = get(page).body();
    }
    assertThat(body).isEqualTo("written later");
  }

  @Test
  void wordsOfManyLanguagesAreFoundAndAbsurdQuestionsRefused() throws Exception {
    String found = "";
    for (int i = 0; i < 200 && !found.contains("1 found"); i++) {
      Thread.sleep(100);
      found = get(server.own() + "/search?q=%E5%9B%B3%E6%9B%B8%E9%A4%A8").body();
    }
    assertThat(found).contains("東京");
    assertThat(get(server.own() + "/search?q=Haus&host=www.site.example").body())
        .as("German words by their stem")
        .contains("Häuser");
    assertThat(get(server.own() + "/search?q=intern").body()).doesNotContain("for us alone");
    assertThat(get(server.own() + "/search?q=" + "(".repeat(9_000)).statusCode()).isEqualTo(400);
    assertThat(get(server.own() + "/search?q=" + "a+".repeat(9_000)).statusCode()).isEqualTo(400);
  }

  @Test
  void whatIsNoDateIsSaidAsThat() throws Exception {
    for (String date : new String[] {"yesterday", "1234567890123456789", "2021x"}) {
      Run got = archive("get", WWW, "--at", date);
      assertThat(got.code()).as(date).isEqualTo(1);
      assertThat(got.err()).contains("is not a date: those are up to 14 digits");
      HttpResponse<String> diff = get(server.own() + "/diff?url=" + WWW + "&a=2020&b=" + date);
      assertThat(diff.statusCode()).as(date).isEqualTo(400);
      assertThat(diff.body()).contains("is not a date");
    }
  }

  @Test
  void statisticsTellOfSizesAndChange() {
    Run run = archive("stats", "site", "--json");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("text/html");
  }
}
