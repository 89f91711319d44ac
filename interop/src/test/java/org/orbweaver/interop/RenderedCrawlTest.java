package org.orbweaver.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.fetch.render.Answer;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.fetch.render.Chromium;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.lab.webspeed.StaticServer;
import org.orbweaver.sim.world.loopback.FreePort;

/** A site whose links are made by scripts, with and without Chromium to run them. */
@RealComponent({Component.NGINX, Component.CHROMIUM})
class RenderedCrawlTest {
  private static final String SCRIPT =
      """
      function link(to) {
        const a = document.createElement('a');
        a.href = to;
        document.body.append(a);
      }
      const server = 'turn:127.0.0.1:UDP?transport=udp';
      const call = new RTCPeerConnection({iceServers: [
        {urls: 'stun:127.0.0.1:UDP'}, {urls: server, username: 'u', credential: 'c'}]});
      call.createDataChannel('leak');
      call.createOffer().then(offer => call.setLocalDescription(offer));
      addEventListener('load', async () => {
        fetch('http://127.0.0.2:ELSEWHERE/stolen').catch(() => link('blocked.html'));
        for (const name of await (await fetch('/data/list.json')).json()) link(name);
        setTimeout(() => link('late.html'), 200);
      });
      """;

  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  /** What ./check needs when root runs it; for everybody else the browser as users get it. */
  private static final String BROWSER = ROOT ? "--browser-no-sandbox" : "--browser=chromium";

  @TempDir private Path folder;

  @Test
  void linksThatScriptsMakeAreFollowedAndNothingGoesPastUs() throws Exception {
    try (ServerSocket elsewhere = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.2"));
        DatagramSocket udp = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
      Path site = site(elsewhere.getLocalPort(), udp.getLocalPort());
      int port = FreePort.next();
      try (StaticServer _ = new StaticServer(folder.resolve("site"), folder, port, false)) {
        String seed = "http://127.0.0.1:" + port + "/";
        assertThat(crawl("plain", seed))
            .containsExactlyInAnyOrder("", "app.js", "robots.txt", "plain.html");
        assertThat(crawl("rendered", seed, "--render", BROWSER))
            .contains("", "robots.txt", "plain.html")
            .contains("one.html", "two.html", "late.html", "blocked.html")
            .contains("three.html") // two.html moves on to it
            .containsOnlyOnce("app.js", "data/list.json")
            .doesNotContain("stolen", "data/forbidden.json");
      }
      assertThat(Files.exists(site.resolve("three.html"))).isTrue();
      elsewhere.setSoTimeout(1);
      try {
        elsewhere.accept().close();
        throw new AssertionError("the browser opened a connection of its own");
      } catch (SocketTimeoutException e) {
        // as it should be
      }
      udp.setSoTimeout(1);
      try {
        udp.receive(new DatagramPacket(new byte[2000], 2000));
        throw new AssertionError("a page sent UDP out of the browser");
      } catch (SocketTimeoutException e) {
        // as it should be
      }
    }
  }

  /** Answers that it is there, and ends: as a browser would that each page kills. */
  @Test
  void pagesWhoseScriptsCouldNotRunAreCountedAndShown() throws Exception {
    Path dying = folder.resolve("dying-browser");
    Files.writeString(
        dying,
        """
        #!/bin/sh
        head -c 1 <&3 >/dev/null
        printf '{"id":1,"result":{}}\\0' >&4
        """);
    Files.setPosixFilePermissions(dying, PosixFilePermissions.fromString("rwx------"));
    site(9, 9);
    int port = FreePort.next();
    try (StaticServer _ = new StaticServer(folder.resolve("site"), folder, port, false)) {
      OrbCrawl crawl =
          new OrbCrawl(
              folder.resolve("dying"),
              List.of(
                  "http://127.0.0.1:" + port + "/",
                  "--delay=1ms",
                  "--render",
                  "--browser-no-sandbox",
                  "--browser=" + dying));
      assertThat(crawl.run())
          .contains("its scripts could not be run, so links they make may be missing");
    }
  }

  @Test
  void aBrowserThatDiedIsReplacedAndListensToNobodyElse() throws Exception {
    Answer page =
        new Answer(
            200,
            Map.of("Content-Type", "text/html"),
            "<body><script>document.write('<a href=made>x</a>')</script>".getBytes(UTF_8));
    Path profile = Files.createDirectory(folder.resolve("profile"));
    Browser own = new Browser("chromium", !ROOT, Browser.USUAL_BUDGET, Set.of(), profile);
    try (Chromium chromium = Chromium.start(own)) {
      for (int i = 0; i < 3; i++) {
        Renderer.Rendered rendered =
            Objects.requireNonNull(chromium.render("http://site.test/", page, url -> null));
        assertThat(rendered.html()).contains("href=\"made\"");
        List<ProcessHandle> family = browsers(profile);
        assertThat(family).isNotEmpty();
        assertThat(listeners(family)).isEmpty();
        family.forEach(ProcessHandle::destroyForcibly);
        family.forEach(process -> process.onExit().join());
      }
    }
  }

  /** Those this very test has started, with all of theirs; other tests' programs live on. */
  private static List<ProcessHandle> browsers(Path profile) {
    return ProcessHandle.current()
        .children()
        .filter(each -> isSpokenWithOverPipes(each, profile))
        .flatMap(browser -> Stream.concat(Stream.of(browser), browser.descendants()))
        .toList();
  }

  private static boolean isSpokenWithOverPipes(ProcessHandle process, Path profile) {
    try {
      String words = Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
      return words.contains("--remote-debugging-pipe") && words.contains(profile.toString());
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  @Test
  void rootIsToldThatItsBrowserWouldHaveNoSandbox() throws Exception {
    Assumptions.assumeTrue(ROOT);
    OrbCrawl crawl =
        new OrbCrawl(folder.resolve("root"), List.of("http://127.0.0.1:9/", "--render"));
    Process process = crawl.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("root").resolve("err")))
        .contains("no sandbox when root starts it");
  }

  /** TCP sockets on which these processes wait for connections, by their lines in /proc. */
  private static List<String> listeners(List<ProcessHandle> family) throws IOException {
    Set<String> sockets = new HashSet<>();
    for (ProcessHandle process : family) {
      Path files = Path.of("/proc", Long.toString(process.pid()), "fd");
      try (DirectoryStream<Path> open = Files.newDirectoryStream(files)) {
        for (Path file : open) {
          sockets.add(Files.readSymbolicLink(file).toString());
        }
      } catch (IOException e) {
        // It has just ended.
      }
    }
    List<String> listening = new ArrayList<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] words = line.strip().split("\\s+");
        if (words[3].equals("0A") && sockets.contains("socket:[" + words[9] + "]")) {
          listening.add(line);
        }
      }
    }
    return listening;
  }

  private Path site(int elsewhere, int udp) throws IOException {
    Path site = Files.createDirectories(folder.resolve("site").resolve("127.0.0.1"));
    Files.createDirectories(site.resolve("data"));
    Files.writeString(
        site.resolve("index.html"),
        "<script src=app.js></script><body><a href=plain.html>plain</a>");
    Files.writeString(
        site.resolve("app.js"),
        SCRIPT
            .replace("ELSEWHERE", Integer.toString(elsewhere))
            .replace("UDP", Integer.toString(udp)));
    Files.writeString(site.resolve("robots.txt"), "User-agent: *\nDisallow: /data/forbidden");
    Files.writeString(site.resolve("data/list.json"), "[\"one.html\", \"two.html\"]");
    Files.writeString(
        site.resolve("one.html"), "<script>fetch('/data/forbidden.json')</script>one");
    Files.writeString(site.resolve("two.html"), "<script>location = 'three.html'</script>");
    for (String name : List.of("plain", "three", "late", "blocked")) {
      Files.writeString(site.resolve(name + ".html"), name);
    }
    return site;
  }

  /** The paths of all responses, but for those of icons that nobody has. */
  private List<String> crawl(String name, String seed, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(seed, "--delay=1ms"));
    arguments.addAll(List.of(options));
    OrbCrawl crawl = new OrbCrawl(folder.resolve(name), arguments);
    crawl.run();
    List<String> paths = new ArrayList<>();
    for (Path warc : crawl.warcs()) {
      try (WarcReader reader = new WarcReader(warc)) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcResponse response && !response.target().contains("favicon")) {
            paths.add(response.target().substring(seed.length()));
          }
        }
      }
    }
    KilledCrawlTest.validate(crawl.warcs());
    return paths;
  }
}
