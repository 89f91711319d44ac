package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.cli.Main;
import org.orbweaver.lab.browser.VisitorBrowser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whoever is not the console's own page: programs that send nonsense, and a page of another site,
 * in a real browser, that tries to read and to change what it should not. {@code tools/fuzz-api} is
 * the long form.
 */
@RealComponent(Component.CHROMIUM)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleGuardTest {
  private static final Pattern ADDRESS = Pattern.compile("console at (http://\\S+/)");
  private static final List<String> NONSENSE =
      List.of(
          "",
          "null",
          "[]",
          "{}",
          "[null]",
          "{\"seeds\": null}",
          "{\"seeds\": [null], \"depth\": -1}",
          "{\"seeds\": [\"gopher:x\"], \"depth\": 1e99}",
          "{\"seeds\": [\"http://[::\"], \"depth\": 2}",
          "{\"seeds\": {}, \"depth\": \"x\"}",
          "{\"index\": 7, \"censusEverySeconds\": -9223372036854775808}",
          "{\"index\": null}",
          "{\"index\": false, \"censusEverySeconds\": 9223372036854775807}",
          "[\"00\", 7, {}]",
          "\u0000\uffff{",
          "[".repeat(5_000));
  private static final List<String> WORDS =
      List.of("-1", "99999999999999999999", "%00", "%ff%fe", "'\"<>", "1e9", "..%2f..", "x", "");

  private final HttpClient client = HttpClient.newHttpClient();
  private Process up;
  private String console;

  @SuppressWarnings("NullAway.Init") // started before the first test
  ConsoleGuardTest() {}

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("up.log");
    up =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "up",
                "--data=" + folder.resolve("data"),
                "--bind=127.86.1.1:7117",
                "--console=0",
                "--leave-within=0",
                "--index",
                "--listen=127.86.2.1:6881",
                "--bootstrap=127.86.2.2:6881")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    String[] at = new String[1];
    Eventually.holds(
        () -> {
          Matcher said = ADDRESS.matcher(Files.exists(log) ? Files.readString(log) : "");
          assertThat(said.find()).isTrue();
          at[0] = said.group(1);
        });
    console = at[0];
  }

  @AfterAll
  void stop() {
    up.destroyForcibly();
    client.close();
  }

  private record Answer(int status, String text) {}

  private Answer send(String method, String path, String body, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(console + path))
            .timeout(Duration.ofSeconds(30))
            .method(method, BodyPublishers.ofString(body));
    headers.forEach(request::header);
    var answer = client.send(request.build(), BodyHandlers.ofString());
    return new Answer(answer.statusCode(), answer.body());
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    return JsonMapper.shared().readTree(send("GET", path, "", Map.of()).text());
  }

  /** What a stranger must not change. */
  private String state() throws IOException, InterruptedException {
    return get("api/settings") + " " + get("api/crawls").size();
  }

  @Test
  void noNonsenseIsAnsweredByAnErrorOfOurOwn() throws Exception {
    String before = state();
    SplittableRandom dice = new SplittableRandom(22);
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : get("api/openapi.json").get("paths").properties()) {
      for (Map.Entry<String, JsonNode> call : path.getValue().properties()) {
        boolean changes = !call.getKey().equals("get");
        for (int i = 0; i < NONSENSE.size(); i++) {
          String to = address(path.getKey(), call.getValue(), dice);
          String method = call.getKey().toUpperCase(java.util.Locale.ROOT);
          String body = changes ? NONSENSE.get(i) : "";
          Answer answer = patiently(method, to, body, Map.of("X-Orbweaver", "console"));
          if (answer.status() >= 500 && answer.status() != 503) {
            wrong.add(method + " /" + to + " " + body + ": " + answer);
          }
          if (changes && i == 0 && patiently(method, to, "{}", Map.of()).status() != 403) {
            wrong.add(method + " /" + to + " without the header: " + answer);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(state()).isEqualTo(before);
  }

  /** Who asks too often is told so, and asks again. */
  private Answer patiently(String method, String path, String body, Map<String, String> headers)
      throws IOException, InterruptedException {
    Answer answer = send(method, path, body, headers);
    while (answer.status() == 429) {
      Thread.sleep(100);
      answer = send(method, path, body, headers);
    }
    return answer;
  }

  private static String address(String path, JsonNode call, SplittableRandom dice) {
    StringBuilder address =
        new StringBuilder(
            path.substring(1).replaceAll("\\{.*?}", dice.nextBoolean() ? "x" : "ab".repeat(16)));
    char before = '?';
    for (JsonNode parameter : call.path("parameters")) {
      if (parameter.get("in").asString().equals("query")) {
        address.append(before).append(parameter.get("name").asString()).append('=');
        String word = WORDS.get(dice.nextInt(WORDS.size()));
        address.append(word.replace("<", "%3C").replace(">", "%3E").replace("\"", "%22"));
        before = '&';
      }
    }
    return address.toString();
  }

  /** The console starts anew with each, at the same address. */
  @Test
  void whoThinksTwiceGetsWhatWasChosenLast() throws Exception {
    choose(false);
    awaitIndex(false);
    choose(true);
    awaitIndex(true);
    choose(false);
    choose(true);
    Thread.sleep(1_000);
    awaitIndex(true);
    assertThat(get("api/stats").has("torrents")).isTrue();
  }

  private void choose(boolean index) throws IOException, InterruptedException {
    String wish = "{\"index\": %b, \"censusEverySeconds\": null}".formatted(index);
    assertThat(patiently("POST", "api/settings", wish, Map.of("X-Orbweaver", "console")).status())
        .isLessThan(300);
  }

  private void awaitIndex(boolean on) throws Exception {
    Eventually.holds(
        () -> {
          try {
            assertThat(get("api/settings").get("index").asBoolean()).isEqualTo(on);
          } catch (IOException e) {
            throw new AssertionError("the console is not there", e);
          }
        });
  }

  @Test
  void whoAsksTooOftenIsToldToWait() throws Exception {
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      answers.add(send("POST", "api/settings", "", Map.of()).status());
    }
    assertThat(answers).containsOnly(403, 429).contains(429);
  }

  @Test
  void noOtherNameLeadsToTheConsole() throws Exception {
    URI at = URI.create(console);
    for (String name : List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil", "")) {
      try (Socket socket = new Socket(at.getHost(), at.getPort())) {
        socket.setSoTimeout(10_000);
        OutputStream out = socket.getOutputStream();
        String request =
            "GET /api/up HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(name);
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).as(name).containsPattern("^HTTP/1.1 4\\d\\d").doesNotContain("peer");
      }
    }
  }

  /** Each way is tried by script; what came of it is told to the page's own server. */
  private static final String HOSTILE =
      """
      <!doctype html><meta charset=utf-8><title>kittens</title><body><script>
      const at = 'CONSOLE', came = [];
      const note = (way, what) => came.push(way + ': ' + what);
      async function read(way, path, options) {
        try {
          const answer = await fetch(at + path, options);
          note(way, answer.type === 'opaque' ? 'nothing' : 'READ ' + (await answer.text()).slice(0, 80));
        } catch (e) { note(way, 'nothing'); }
      }
      function element(way, tag, attributes) {
        return new Promise(done => {
          const it = Object.assign(document.createElement(tag), attributes);
          it.onload = () => { note(way, tag === 'iframe' ? 'a frame' : 'LOADED'); done(); };
          it.onerror = () => { note(way, 'nothing'); done(); };
          document.body.append(it);
          setTimeout(done, 3000);
        });
      }
      function events(way, make) {
        return new Promise(done => {
          try {
            const source = make();
            source.onopen = () => { note(way, 'OPENED'); done(); };
            source.onmessage = () => { note(way, 'HEARD'); done(); };
            source.onerror = () => { note(way, 'nothing'); done(); };
          } catch (e) { note(way, 'nothing'); done(); }
          setTimeout(done, 3000);
        });
      }
      function form(way, path, fields) {
        const frame = document.createElement('iframe');
        frame.name = way;
        document.body.append(frame);
        const it = Object.assign(document.createElement('form'), {method: 'post', action: at + path, target: way});
        for (const [name, value] of Object.entries(fields)) it.append(Object.assign(document.createElement('input'), {name, value}));
        document.body.append(it);
        it.submit();
      }
      const crawl = JSON.stringify({seeds: ['http://127.0.0.1/'], depth: 1});
      (async () => {
        await read('get', 'api/up', {});
        await read('get with cookies', 'api/up', {credentials: 'include', mode: 'cors'});
        await read('simple post', 'api/crawls', {method: 'POST', mode: 'no-cors', body: crawl});
        await read('post with the header', 'api/crawls', {method: 'POST', body: crawl, headers: {'X-Orbweaver': 'console'}});
        await read('settings', 'api/settings', {method: 'POST', mode: 'no-cors', body: '{"index": false}'});
        await read('block', 'api/block', {method: 'POST', mode: 'no-cors', body: '[]'});
        await element('script', 'script', {src: at + 'api/up'});
        await element('picture', 'img', {src: at + 'look/icon.svg'});
        await element('get that changes', 'img', {src: at + 'crawls/00000000000000000000000000000000/stop'});
        await element('style', 'link', {rel: 'stylesheet', href: at + 'look/style.css'});
        await element('frame', 'iframe', {src: at + 'crawls'});
        await events('events', () => new EventSource(at + 'api/events'));
        await events('socket', () => new WebSocket(at.replace('http', 'ws') + 'api/events'));
        form('form', 'crawls', {seed: 'http://127.0.0.1/', depth: '1', token: '0'.repeat(32)});
        form('settings form', 'settings', {index: 'on', census: '600'});
        form('login', 'login', {key: 'x'});
        window.open(at + 'crawls', 'console');
        await new Promise(done => setTimeout(done, 1500));
        // An empty window of this page's own, where the console's cannot be had by its name.
        try {
          const title = window.open('', 'console').document.title;
          note('window', title ? 'READ ' + title : 'nothing');
        } catch (e) { note('window', 'nothing'); }
        window.came = came;
      })();
      </script>
      """;

  @Test
  void aPageOfAnotherSiteReadsNothingAndChangesNothing() throws Exception {
    String before = state();
    HttpServer site = HttpServer.create(new InetSocketAddress("127.86.3.1", 0), 0);
    site.createContext(
        "/",
        exchange -> {
          byte[] page = HOSTILE.replace("CONSOLE", console).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    site.start();
    int port = URI.create(console).getPort();
    try (VisitorBrowser browser =
            VisitorBrowser.start(
                List.of(
                    "--host-resolver-rules=MAP evil.test 127.86.3.1, MAP rebound.test 127.0.0.1,"
                        + " MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"));
        VisitorBrowser.Page page = browser.new Page(null)) {
      page.open("http://evil.test:" + site.getAddress().getPort() + "/", 0);
      Eventually.holds(
          () -> assertThat(page.value("(window.came || []).length").asInt()).isGreaterThan(10));
      List<String> came = new ArrayList<>();
      page.value("window.came").forEach(each -> came.add(each.asString()));
      assertThat(came).allMatch(each -> each.endsWith("nothing") || each.equals("frame: a frame"));
      // A frame "loads" when it is refused, too; that it shows nothing is what matters.
      page.open("http://rebound.test:" + port + "/", 300);
      assertThat(page.value("document.body.innerText").asString(""))
          .contains("answers to localhost")
          .doesNotContain("Overview");
    } finally {
      site.stop(0);
    }
    assertThat(state()).isEqualTo(before);
  }
}
