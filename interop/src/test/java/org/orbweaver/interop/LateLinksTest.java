package org.orbweaver.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;

/**
 * Pages that make their links late, in a real browser: nothing is missed, nothing lasts for ever.
 */
@RealComponent(Component.CHROMIUM)
class LateLinksTest {
  private static final String BROWSER =
      "root".equals(System.getProperty("user.name"))
          ? "--browser-no-sandbox"
          : "--browser=chromium";

  /** No address below /found/ stands in any file: scripts make them. */
  private static final String PAGE =
      """
      <body><h1>Late</h1><a href=/endless.html>endless</a><div id=shadow></div><template id=t></template>
      <iframe src=/frame.html></iframe><button id=more>Load more</button>
      <div style="height:4000px"></div><div id=deep>deep</div>
      <script type=module src=/module.js></script>
      <script>
      const address = name => '/fou' + 'nd/' + name;
      const link = (name, to = document.body) => {
        const a = document.createElement('a');
        a.href = address(name);
        a.textContent = name;
        to.append(a);
      };
      for (const ms of [600, 2000, 5000]) setTimeout(() => link('timer' + ms), ms);
      addEventListener('scroll', () => link('scroll'), {once: true});
      new IntersectionObserver((seen, self) => {
        if (seen.some(each => each.isIntersecting)) { self.disconnect(); link('intersection'); }
      }).observe(document.getElementById('deep'));
      setTimeout(() => history.pushState({}, '', address('pushState')), 300);
      fetch('/post', {method: 'POST', body: new URLSearchParams({q: '1'})})
          .then(answer => answer.json()).then(said => link(said.name));
      new Worker('/worker.js').onmessage = event => link(event.data);
      link('shadow', document.getElementById('shadow').attachShadow({mode: 'closed'}));
      setTimeout(() => {
        const t = document.getElementById('t');
        t.innerHTML = '<a href=' + address('template') + '>t</a>';
        document.body.append(t.content.cloneNode(true));
      }, 700);
      let pressed = 0;
      document.getElementById('more').onclick = () => setTimeout(() => link('more' + ++pressed), 200);
      </script>
      """;

  @TempDir private Path folder;
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private HttpServer site;
  private String home;

  @SuppressWarnings("NullAway.Init") // JUnit sets it up
  LateLinksTest() {}

  @BeforeEach
  void serve() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    site.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    site.createContext("/", this::answer);
    site.start();
    home = "http://127.0.0.1:" + site.getAddress().getPort() + "/";
  }

  @AfterEach
  void close() {
    site.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    String posted = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    asked.add(path);
    boolean member =
        exchange
            .getRequestHeaders()
            .getOrDefault("Cookie", List.of())
            .toString()
            .contains("sid=in");
    String body =
        switch (path) {
          case "/" -> PAGE;
          case "/module.js" -> "setTimeout(() => link('module'), 100)";
          case "/worker.js" -> "setTimeout(() => postMessage('worker'), 100)";
          case "/frame.html" ->
              "<body><script>setTimeout(() => { document.body.innerHTML ="
                  + " '<a href=/fou' + 'nd/frame>f</a>'; }, 1500)</script>";
          case "/post" -> posted.equals("q=1") ? "{\"name\": \"post\"}" : "{}";
          case "/endless.html" -> "<body>words<script>while (true) {}</script>";
          case "/login" ->
              posted.contains("user=me&pass=secret")
                  ? "in"
                  : "<form method=post action=/login><input id=u name=user>"
                      + "<input id=p name=pass><button id=go>go</button></form>";
          case "/members" -> member ? "<a href=/inside>inside</a>" : "<p>who are you?";
          default -> "the page " + path;
        };
    if (body.equals("in")) {
      exchange.getResponseHeaders().add("Set-Cookie", "sid=in; Path=/; HttpOnly");
    }
    String type =
        path.endsWith(".js")
            ? "text/javascript"
            : path.equals("/post") ? "application/json" : "text/html";
    exchange.getResponseHeaders().set("Content-Type", type);
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(path.equals("/robots.txt") ? 404 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void tenWaysToMakeLinksLateAreFoundAndAnEndlessScriptCostsItsBudget() throws Exception {
    OrbCrawl crawl =
        new OrbCrawl(
            folder,
            List.of(
                home,
                "--delay=1ms",
                "--render",
                BROWSER,
                "--render-budget=15s",
                "--keep-view=fullPage,pdf,text"));
    String report = crawl.run();
    assertThat(
            asked.stream().filter(path -> path.startsWith("/found/")).collect(Collectors.toSet()))
        .contains("/found/timer600", "/found/timer2000", "/found/timer5000", "/found/scroll")
        .contains("/found/intersection", "/found/pushState", "/found/post", "/found/worker")
        .contains("/found/module", "/found/frame", "/found/shadow", "/found/template")
        .contains("/found/more1", "/found/more10");
    assertThat(report).contains("its scripts had no rest within --render-budget", "endless.html");
    List<String> views = new ArrayList<>();
    for (Path warc : crawl.warcs()) {
      try (WarcReader reader = new WarcReader(warc)) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcResource view) {
            byte[] bytes = view.body().stream().readAllBytes();
            views.add(view.target() + " " + new String(bytes, 0, 4, UTF_8));
          }
        }
      }
    }
    assertThat(views)
        .anyMatch(view -> view.startsWith("urn:fullPage:" + home) && view.contains("PNG"))
        .contains("urn:pdf:" + home + " %PDF", "urn:text:" + home + " Late");
    KilledCrawlTest.validate(crawl.warcs());
  }

  @Test
  void whoLoggedInWithABrowserCrawlsAsHimself() throws Exception {
    OrbCrawl login =
        new OrbCrawl(
            folder,
            List.of(
                "login",
                home + "login",
                "--fill=#u=me",
                "--fill=#p=secret",
                "--press=#go",
                BROWSER,
                "--data=" + folder));
    login.run();
    assertThat(Files.isDirectory(login.collection().resolve("profile"))).isTrue();
    new OrbCrawl(folder, List.of(home + "members", "--delay=1ms", "--render", BROWSER)).run();
    assertThat(asked).contains("/inside");
  }
}
