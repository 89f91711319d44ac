package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.orbweaver.kademlia.Endpoint;

/** The console of {@code orb up} as its user meets it: in a browser, with the usual settings. */
@Execution(ExecutionMode.CONCURRENT)
class UpConsoleTest {
  private static final Pattern ADDRESS = Pattern.compile("console at (http://\\S+/)");
  private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([0-9a-f]{32})\"");
  private static final Pattern ARCHIVE = Pattern.compile("href=\"(http://127[^\"]+/)\"");

  @TempDir private Path directory;
  private final HttpClient browser = HttpClient.newHttpClient();
  private PeerProcess peer;
  private HttpServer site;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory; the test starts the others
  UpConsoleTest() {}

  @AfterEach
  void end() {
    peer.close();
    site.stop(0);
    browser.close();
  }

  @Test
  void aCrawlIsBegunWatchedLookedAtAndStoppedInTheBrowser() throws Exception {
    site = HttpServer.create(new InetSocketAddress("127.85.0.1", 0), 0);
    site.createContext(
        "/",
        exchange -> {
          boolean page = exchange.getRequestURI().getPath().equals("/");
          byte[] body = "<title>old</title><p>as it was".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(page ? 200 : 404, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    site.start();
    String seed = "http://127.85.0.1:" + site.getAddress().getPort() + "/";
    peer =
        PeerProcess.up(
            directory.resolve("peer"),
            Endpoint.parse("127.85.1.1:7117"),
            List.of("--allow", "127.0.0.0/8", "--delay", "10ms"));
    PeerProcess.await(List.of(peer), it -> it.log().contains("console at "));
    String console = first(ADDRESS, peer.log());

    assertThat(get(console, "de").body()).contains("Übersicht", "allein");
    assertThat(get(console + "readyz", "en").body()).isEqualTo("ready\n");
    assertThat(get(console + "metrics", "en").body()).contains("orbweaver_swarm_peers 1");

    String form = "seed=" + URLEncoder.encode(seed, StandardCharsets.UTF_8) + "&depth=3";
    assertThat(post(console + "crawls", form).statusCode()).as("from another page").isEqualTo(403);
    String token = first(TOKEN, get(console + "crawls", "en").body());
    HttpResponse<String> wrong = post(console + "crawls", "seed=gopher:x&depth=3&token=" + token);
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("gopher:x", "write");
    assertThat(post(console + "crawls", form + "&token=" + token).statusCode()).isEqualTo(303);

    PeerProcess.await(
        List.of(peer), it -> pageOf(console + "archive").contains("address of their own"));
    String archive = first(ARCHIVE, pageOf(console + "archive"));
    PeerProcess.await(
        List.of(peer), it -> pageOf(archive + "web/2099id_/" + seed).contains("as it was"));

    String crawls = get(console + "crawls", "en").body();
    assertThat(crawls).contains(seed, "runs");
    String number = first(Pattern.compile("/crawls/([0-9a-f]{32})/stop"), crawls);
    String stop = console + "crawls/" + number + "/stop";
    assertThat(post(stop, "token=" + token).statusCode()).isEqualTo(303);
    assertThat(get(console + "crawls", "en").body()).contains("stopped");
    aSecondProcessOnTheSameDataSaysSo();
    whatOrbCrawlHasPutBesideIsShownAndFound(console);
    lockedItIsShownToWhoHasTheKey();
  }

  private void aSecondProcessOnTheSameDataSaysSo() throws Exception {
    for (String home : List.of("127.85.1.1:7117", "127.85.1.2:7117")) {
      PeerProcess.Ended second =
          PeerProcess.run(List.of("up", "--data", peer.data().toString(), "--bind", home));
      assertThat(second.code()).isEqualTo(1);
      assertThat(second.said()).contains("in use by another process").hasLineCount(1);
    }
    PeerProcess.Ended elsewhere =
        PeerProcess.run(
            List.of(
                "up",
                "--data",
                directory.resolve("other").toString(),
                "--bind",
                "127.85.1.1:7117"));
    assertThat(elsewhere.said()).contains("already in use; --bind names another").hasLineCount(1);
  }

  private void whatOrbCrawlHasPutBesideIsShownAndFound(String console) throws Exception {
    HttpServer other = HttpServer.create(new InetSocketAddress("127.85.0.2", 0), 0);
    try {
      other.createContext(
          "/",
          exchange -> {
            byte[] body = "<title>alone</title><p>quinces".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      other.start();
      String page = "http://127.85.0.2:" + other.getAddress().getPort() + "/";
      PeerProcess.Ended crawl =
          PeerProcess.run(
              List.of(
                  "crawl",
                  page,
                  "--data",
                  peer.data().toString(),
                  "--allow",
                  "127.0.0.0/8",
                  "--delay",
                  "0s"));
      assertThat(crawl.code()).as(crawl.said()).isZero();
      PeerProcess.await(
          List.of(peer), it -> inArchive(console, "web/2099id_/" + page).contains("quinces"));
      PeerProcess.await(
          List.of(peer), it -> inArchive(console, "search?q=quinces").contains("alone"));
    } finally {
      other.stop(0);
    }
  }

  /** Its address is another where the ports beside the console have been taken meanwhile. */
  private String inArchive(String console, String what) {
    Matcher address = ARCHIVE.matcher(pageOf(console + "archive"));
    return address.find() ? pageOf(address.group(1) + what) : "";
  }

  /** As it stands behind a reverse proxy; its archive, too, at a port of its own. */
  private void lockedItIsShownToWhoHasTheKey() throws Exception {
    peer.stop();
    int before = peer.log().length();
    peer =
        PeerProcess.up(
            directory.resolve("peer"),
            Endpoint.parse("127.85.1.1:7117"),
            List.of("--console-key", "--log", "JSON", "--leave-within", "0"));
    PeerProcess.await(List.of(peer), it -> it.log().substring(before).contains("console at "));
    String console = first(ADDRESS, peer.log().substring(before));
    String key = Files.readString(peer.data().resolve("console.key")).strip();
    assertThat(peer.log()).contains(key);
    assertThat(get(console + "api/up", "en").statusCode()).isEqualTo(401);
    assertThat(get(console + "api/up?apikey=", "en").statusCode()).isEqualTo(401);
    assertThat(proxied(console + "api/up", key).statusCode()).isEqualTo(200);
    PeerProcess.await(List.of(peer), it -> !bodyOf(console + "api/archive", key).equals("null"));
    String archive =
        first(Pattern.compile("\"address\":\"([^\"]+)"), bodyOf(console + "api/archive", key));
    assertThat(get(archive, "en").statusCode()).isEqualTo(401);
    assertThat(proxied(archive, key).statusCode()).isEqualTo(200);
    assertThat(peer.log().substring(before))
        .containsPattern("\\{\"time\":\"[^\"]+\",\"level\":\"info\",\"about\":");
  }

  private HttpResponse<String> proxied(String address, String key)
      throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(URI.create(address))
            .header("X-Api-Key", key)
            .header("X-Forwarded-For", "192.0.2.7")
            .build(),
        BodyHandlers.ofString());
  }

  private String bodyOf(String address, String key) {
    try {
      return proxied(address, key).body();
    } catch (IOException e) {
      return "null";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "null";
    }
  }

  private String pageOf(String address) {
    try {
      return get(address, "en").body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private HttpResponse<String> get(String address, String language)
      throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(URI.create(address)).header("Accept-Language", language).build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String address, String form)
      throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build(),
        BodyHandlers.ofString());
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return matcher.group(1);
  }
}
