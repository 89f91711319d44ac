package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.orbweaver.lab.browser.VisitorBrowser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A visitor's tour of {@code orb demo} in Chromium. Pictures of all pages stay in {@code
 * target/tour}.
 */
@RealComponent({Component.CHROMIUM, Component.NPM})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConsoleTourTest {
  private static final Path PICTURES = Path.of("target", "tour").toAbsolutePath();
  private static final List<String> PAGES =
      List.of(
          "",
          "network",
          "torrents",
          "torrents?q=harbour",
          "dashboard",
          "archive",
          "crawls",
          "swarm",
          "settings");
  private static final int PHONE = 390;
  private static final int DESK = 1_440;

  /** What the demonstration needs on two cores that other tests want, too. */
  private static final Duration LONG = Duration.ofMinutes(5);

  /** Rules that are no taste: the WCAG's, and axe's best practices. */
  private static final String AXE =
      """
      axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
        each => each.id + ': ' + each.nodes.map(node => node.target.join(' ')).join(', ')))
      """;

  private DemoProcess demo;
  private VisitorBrowser browser;
  private VisitorBrowser.Page page;
  private String console;
  private String axe;

  @SuppressWarnings("NullAway.Init") // opened before the first test
  ConsoleTourTest() {}

  @BeforeAll
  void start() throws Exception {
    axe = Files.readString(NpmPackages.installed().resolve("node_modules/axe-core/axe.min.js"));
    demo = DemoProcess.start(PICTURES);
    browser =
        VisitorBrowser.start(
            List.of("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--lang=en"));
    page = browser.new Page(null);
    page.noteComplaints();
    console = demo.console();
  }

  @AfterAll
  void stop() throws Exception {
    try (DemoProcess closed = demo;
        VisitorBrowser gone = browser) {
      List<Path> left = closed.stop();
      assertThat(left).as("left behind after Ctrl-C; it had said: %s", closed.said()).isEmpty();
      assertThat(gone).isNotNull();
    }
  }

  private void keep(String name) throws IOException, InterruptedException {
    Files.write(PICTURES.resolve(name + ".png"), page.wholeScreenshot());
  }

  private void speak(String language) throws IOException, InterruptedException {
    page.tell("Network.enable", Map.of());
    page.tell(
        "Network.setExtraHTTPHeaders", Map.of("headers", Map.of("Accept-Language", language)));
  }

  private static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  private String text(String selector) throws IOException, InterruptedException {
    return page.value(
            "[...document.querySelectorAll(%s)].map(each => each.innerText ?? each.textContent).join('\\n')"
                .formatted(quoted(selector)))
        .asString("");
  }

  private void awaitText(String selector, String... words) throws Exception {
    Eventually.holds(() -> assertThat(text(selector)).contains(words));
  }

  private void type(String selector, String words) throws IOException, InterruptedException {
    page.value("document.querySelector(%s).focus()".formatted(quoted(selector)));
    page.value("document.activeElement.value = ''");
    page.tell("Input.insertText", Map.of("text", words));
  }

  private void click(String selector) throws IOException, InterruptedException {
    page.value("document.querySelector(%s).click()".formatted(quoted(selector)));
  }

  private void press(String key, int code) throws IOException, InterruptedException {
    for (String way : List.of("rawKeyDown", "keyUp")) {
      page.tell(
          "Input.dispatchKeyEvent",
          Map.of("type", way, "key", key, "code", key, "windowsVirtualKeyCode", code));
    }
  }

  @Test
  @Order(1)
  void theFirstPagesSayWhatToDoNext() throws Exception {
    page.look(DESK, 900, false);
    for (String name : PAGES) {
      page.open(console + name, 100);
      assertThat(text("main")).as(name).isNotBlank();
    }
    assertThat(page.complaints()).isEmpty();
  }

  /** While the story goes on, for it takes a minute by itself. */
  @Test
  @Order(2)
  void everyPageIsWholeByNightWhileTheSwarmIsAtWork() throws Exception {
    assertThat(problemsOfAllPages(true)).isEmpty();
  }

  @Test
  @Order(3)
  void theCheatIsFoundOutAndShownWithTheEvidence() throws Exception {
    demo.awaitWhole(LONG);
    page.open(console + "swarm", 200);
    assertThat(text("section.attention")).contains("127.0.8.6", "link");
    assertThat(text(".swarm-picture")).contains("127.0.8.6", "127.0.8.5");
    page.open(console, 200);
    awaitText(".events", "127.0.8.6"); // which comes by itself, while one looks
  }

  @Test
  @Order(4)
  void aPlantedTorrentIsFound() throws Exception {
    page.open(console + "torrents", 200);
    type("input[type=search]", "harbour");
    press("Enter", 13);
    page.value("document.querySelector('form.box').requestSubmit()");
    awaitText(".results", "harbour");
    click(".results .name");
    awaitText("main", "Infohash", "Files");
    keep("torrent");
    assertThat(page.complaints()).isEmpty();
  }

  @Test
  @Order(5)
  void anOldPaperIsReadAndComparedWithTheNew() throws Exception {
    page.open(console + "archive", 200);
    String before =
        """
        [...document.querySelectorAll('td.links')].find(each =>
          /[.]test:[0-9]+[/]$/.test(each.parentElement.querySelector('a').innerText))
          ?.querySelector('a').href ?? ''
        """;
    Eventually.holds(() -> assertThat(page.value(before).asString("")).isNotEmpty());
    String front = page.value(before).asString("");
    String latest = shownEdition(front.replaceFirst("/web/\\d+/", "/web/2099/"));
    String earlier = shownEdition(front);
    assertThat(Integer.parseInt(earlier)).isLessThan(Integer.parseInt(latest));
    keep("replay");
    page.open(console + "archive", 200);
    page.open(
        page.value("[...document.querySelectorAll('td.links a')].at(-1).href").asString(""), 300);
    assertThat(text("body")).contains("Edition");
    keep("compare");
    // Chromium does not know yet what keeps archived pages from WebRTC in browsers that do.
    assertThat(page.complaints()).allMatch(each -> each.contains("directive 'webrtc'"));
  }

  /** What an archived front page says of itself, within its frame. */
  private String shownEdition(String address) throws Exception {
    page.open(address, 300);
    List<String> edition = new ArrayList<>();
    Eventually.holds(
        () -> {
          String text = page.valueInFrame("document.body.innerText").asString("");
          assertThat(text).containsPattern("Edition \\d+");
          edition.add(text.replaceFirst("(?s).*?Edition (\\d+).*", "$1"));
        });
    return edition.getLast();
  }

  /** Of a site whose machine is off: it is tried again for minutes, and so not over too soon. */
  @Test
  @Order(6)
  void aCrawlIsBegunPausedResumedAndStopped() throws Exception {
    page.open(console + "crawls", 200);
    String seed =
        demo.said()
            .replaceFirst("(?s).*for example of (http://\\S+/): .*", "$1")
            .replaceFirst("//.*:", "//closed-mill.test:");
    type("input[name=seed]", seed);
    long began = System.nanoTime();
    click(".begin button");
    awaitState(seed, "runs");
    long begun = System.nanoTime();
    order(seed, "pause", "rests");
    order(seed, "resume", "runs");
    order(seed, "stop", "stopped");
    long stopped = System.nanoTime();
    Files.writeString(
        PICTURES.resolve("crawl.txt"),
        "begun after %.1f s, paused, resumed and stopped after %.1f s more%n"
            .formatted((begun - began) / 1e9, (stopped - begun) / 1e9));
    assertThat(page.complaints()).isEmpty();
  }

  /** In the page's script: the crawl of that address. */
  private static String crawlOf(String seed) {
    return "[...document.querySelectorAll('.crawl')].find(each =>"
        + " each.querySelector('strong').innerText === "
        + quoted(seed)
        + ")";
  }

  private void awaitState(String seed, String state) throws Exception {
    Eventually.holds(
        () ->
            assertThat(
                    page.value(crawlOf(seed) + "?.querySelector('.badge').innerText").asString(""))
                .isEqualTo(state));
  }

  private void order(String seed, String order, String state) throws Exception {
    Eventually.holds(
        () -> {
          String button = crawlOf(seed) + "?.querySelector('form[action$=" + order + "] button')";
          assertThat(page.value(button + " != null").asBoolean()).isTrue();
          page.value(button + "?.click()");
        });
    awaitState(seed, state);
  }

  @Test
  @Order(7)
  void everyPageIsWholeByDayWhenAllHasBeenShown() throws Exception {
    assertThat(problemsOfAllPages(false)).isEmpty();
    page.open(console + "network", 200);
    assertThat(text("main")).as("who surrounds a key is seen").contains("One key is surrounded");
  }

  private List<String> problemsOfAllPages(boolean dark) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (int width : List.of(PHONE, DESK)) {
      page.look(width, 900, dark);
      for (String name : PAGES) {
        String look = name.replaceFirst("\\?.*", "-found") + (dark ? " dark " : " light ") + width;
        page.open(console + name, 150);
        awaitText("main", "");
        wrong.addAll(problems(look));
        keep(look.strip().replaceFirst("^(dark|light)", "overview $1").replace(' ', '-'));
      }
    }
    return wrong;
  }

  private List<String> problems(String look) throws Exception {
    List<String> wrong = new ArrayList<>();
    page.complaints().forEach(each -> wrong.add(look + " complains: " + each));
    int over =
        page.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            .asInt();
    if (over > 0) {
      wrong.add("%s is %d pixels too wide".formatted(look, over));
    }
    page.value(axe + "; 0");
    for (JsonNode each : page.value(AXE)) {
      wrong.add(look + ": " + each.asString(""));
    }
    return wrong;
  }

  @Test
  @Order(8)
  void theFirstTabLeadsToTheContentAndAllCanBeReadWithoutScriptInGerman() throws Exception {
    page.look(DESK, 900, false);
    page.open(console, 200);
    press("Tab", 9);
    assertThat(page.value("document.activeElement.className").asString("")).isEqualTo("skip");
    speak("de");
    page.tell("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    List<String> german =
        List.of("Übersicht", "Netz", "Torrents", "Archiv", "Crawls", "Schwarm", "Einstellungen");
    for (String name :
        List.of("", "network", "torrents", "archive", "crawls", "swarm", "settings")) {
      page.open(console + name, 100);
      // Torrents sends who has no script to another page, which takes its moment.
      Eventually.holds(
          () -> {
            assertThat(page.value("document.documentElement?.lang ?? ''").asString(""))
                .isEqualTo("de");
            assertThat(text("header")).contains(german);
            assertThat(text("main").length()).as(name).isGreaterThan(100);
          });
      keep("german-" + (name.isEmpty() ? "overview" : name));
    }
  }
}
