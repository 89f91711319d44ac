package org.orbweaver.lab.archive;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.StoredCollection;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.console.archive.ArchiveProxy;
import org.orbweaver.console.archive.ArchiveServer;
import org.orbweaver.lab.browser.VisitorBrowser;

/**
 * Pages of sites on this disk: live, archived, and archived by way of the proxy, which rewrites
 * nothing. Pictures of each, in each of several versions, compared pixel for pixel. The clock
 * stands still on all sides.
 */
public final class PixelExperiment {
  private static final Instant AT = Instant.parse("2026-11-15T12:00:00Z");

  /** Also without the caret, whose blinking no clock stops, and without the archive's banner. */
  private static final String STILL =
      "(() => { const N = Date, t = TIME; const D = function (...a) { return new.target ?"
          + " Reflect.construct(N, a.length ? a : [t], new.target) : new N(t).toString(); };"
          + " D.prototype = N.prototype; Object.setPrototypeOf(D, N); D.now = () => t; window.Date"
          + " = D; let c = 1; Math.random = () => (c = c * 48271 % 2147483647) / 2147483647; const"
          + " s = new CSSStyleSheet();"
          + " s.replaceSync('*{caret-color:transparent!important;animation:none!important;transition:none!important}"
          + " nav#banner{display:none!important}'); document.adoptedStyleSheets = [s];"
          + " document.addEventListener('DOMContentLoaded', () => { if"
          + " (!document.adoptedStyleSheets.includes(s)) { document.adoptedStyleSheets ="
          + " [...document.adoptedStyleSheets, s]; } }); })();";

  private static final String FRAME = "/__frame?";
  private static final Pattern BODY = Pattern.compile("(?i)<body[^>]*>");
  private static final int MOST_WHOLE = 1_000;

  private final List<Path> sites;
  private final int pages;
  private final List<Path> whole;
  private final int versions;
  private final Path scratch;
  private final AtomicInteger live = new AtomicInteger();

  /**
   * @param pages in all, of {@code sites}
   * @param whole sites of which every page is looked at
   */
  public PixelExperiment(
      List<Path> sites, int pages, List<Path> whole, int versions, Path scratch) {
    this.sites = sites;
    this.pages = pages;
    this.whole = whole;
    this.versions = versions;
    this.scratch = scratch;
  }

  /**
   * @param rewritten pages whose archived picture is the live one's
   * @param proxied the same, by way of the proxy
   */
  public record Version(int pages, int rewritten, int proxied) {}

  public record Report(List<Version> versions, List<String> different) {
    /** At least this many of each version, in each way. */
    public int fewest() {
      return versions.stream()
          .mapToInt(version -> Math.min(version.rewritten(), version.proxied()))
          .min()
          .orElse(0);
    }
  }

  public Report run() throws IOException, InterruptedException {
    List<HttpServer> servers = new ArrayList<>();
    List<String> chosen = new ArrayList<>();
    Path collection = scratch.resolve("pixels");
    try (HandMadeCollection made = new HandMadeCollection(collection)) {
      int each = sites.isEmpty() ? 0 : (pages + sites.size() - 1) / sites.size();
      List<Path> all = new ArrayList<>(sites);
      all.addAll(whole);
      for (int i = 0; i < all.size(); i++) {
        Path root = all.get(i).toAbsolutePath().normalize();
        HttpServer server = serve(root, i);
        servers.add(server);
        String home = "http://127.0.1." + (i + 1) + ":" + server.getAddress().getPort() + "/";
        List<String> found = capture(made, root, home, i < sites.size() ? each : MOST_WHOLE);
        chosen.addAll(
            i < sites.size()
                ? found.subList(0, Math.min(found.size(), Math.min(each, pages - chosen.size())))
                : found);
      }
    }
    HttpServer frames = HttpServer.create(new InetSocketAddress(0), 0);
    frames.createContext("/", PixelExperiment::frame);
    frames.start();
    servers.add(frames);
    Archive archive =
        new Archive(List.of(StoredCollection.open(collection, true)), AccessRules.none());
    List<Version> results = new ArrayList<>();
    List<String> different = new ArrayList<>();
    try (archive;
        ArchiveServer server =
            new ArchiveServer(archive, FuzzyRules.usual(), null, "127.0.0.1", 0, 0, null);
        VisitorBrowser browser = VisitorBrowser.start(List.of())) {
      for (int version = 0; version < versions; version++) {
        live.set(version);
        results.add(compare(chosen, archive, server, frames, browser, different));
      }
    } finally {
      servers.forEach(server -> server.stop(0));
    }
    return new Report(results, different);
  }

  private Version compare(
      List<String> chosen,
      Archive archive,
      ArchiveServer server,
      HttpServer frames,
      VisitorBrowser browser,
      List<String> different)
      throws IOException, InterruptedException {
    int rewritten = 0;
    int proxied = 0;
    Instant at = at(live.get());
    try (ArchiveProxy proxy =
            new ArchiveProxy(archive, FuzzyRules.usual(), at, scratch, "127.0.0.1", 0);
        VisitorBrowser behind =
            VisitorBrowser.start(
                List.of(
                    "--proxy-server=127.0.0.1:" + proxy.port(),
                    "--proxy-bypass-list=<-loopback>"))) {
      for (String url : chosen) {
        byte[] shown = picture(browser, framed(url, frames));
        byte[] archived =
            picture(browser, server.address() + "web/" + Timestamp.of(at) + "/" + url);
        long wrong = difference(shown, archived);
        long wrongProxy = difference(picture(browser, url), picture(behind, url));
        rewritten += wrong == 0 ? 1 : 0;
        proxied += wrongProxy == 0 ? 1 : 0;
        if (wrong != 0 || wrongProxy != 0) {
          different.add(
              "version %d of %s: %d pixels rewritten, %d by proxy"
                  .formatted(live.get() + 1, url, wrong, wrongProxy));
          String name = "different-" + different.size();
          Files.write(scratch.resolve(name + "-live.png"), shown);
          Files.write(scratch.resolve(name + "-archived.png"), archived);
        }
      }
    }
    return new Version(chosen.size(), rewritten, proxied);
  }

  private static Instant at(int version) {
    return AT.plus(Duration.ofDays(version));
  }

  /** Every version of a page says which it is, and its style differs. */
  private static byte[] version(Path file, int version) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String changed =
        switch (type(file)) {
          case "text/html" -> BODY.matcher(text).replaceFirst("$0<p>Version " + version + "</p>");
          case "text/css" -> text + "\nh1 { border-bottom: " + version + "px solid #363 }\n";
          default -> text;
        };
    return changed.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Chromium draws a few pixels of text otherwise within a frame, and an archived page is in one of
   * another port: so is the live page it is compared with. By the proxy both are in none.
   *
   * <p>It has the same host, for pages show where they were come from. So the live frame is in its
   * parent's process and the archived one is not, and a page that asks at once how much of it is to
   * be seen may be told otherwise: the headers of Node's documentation are pinned, or not.
   */
  private static String framed(String url, HttpServer frames) {
    int port = frames.getAddress().getPort();
    return url.substring(0, url.indexOf(':', 8)) + ":" + port + FRAME + url;
  }

  private byte[] picture(VisitorBrowser browser, String url)
      throws IOException, InterruptedException {
    String still = STILL.replace("TIME", String.valueOf(at(live.get()).toEpochMilli()));
    try (VisitorBrowser.Page page = browser.new Page(still)) {
      page.open(url, 300);
      return page.screenshot();
    }
  }

  /** How many pixels differ; all, if the sizes do. */
  private static long difference(byte[] one, byte[] other) throws IOException {
    BufferedImage a = ImageIO.read(new ByteArrayInputStream(one));
    BufferedImage b = ImageIO.read(new ByteArrayInputStream(other));
    if (a.getWidth() != b.getWidth() || a.getHeight() != b.getHeight()) {
      return (long) a.getWidth() * a.getHeight();
    }
    long different = 0;
    for (int y = 0; y < a.getHeight(); y++) {
      for (int x = 0; x < a.getWidth(); x++) {
        different += a.getRGB(x, y) == b.getRGB(x, y) ? 0 : 1;
      }
    }
    return different;
  }

  /** All of a site; its pages in no order. */
  private List<String> capture(HandMadeCollection made, Path root, String home, int most)
      throws IOException {
    List<String> pages = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(Files::isRegularFile).sorted().limit(6_000).toList();
    }
    List<Path> html =
        new ArrayList<>(files.stream().filter(file -> file.toString().endsWith(".html")).toList());
    Collections.shuffle(html, new Random(19));
    List<Path> chosen = html.subList(0, Math.min(most, html.size()));
    for (Path file : files) {
      boolean page = file.toString().endsWith(".html");
      if (page && !chosen.contains(file)) {
        continue; // nobody will look at it
      }
      String url = home + root.relativize(file).toString().replace(" ", "%20");
      for (int version = 0; version < versions; version++) {
        made.add(url, at(version), type(file), version(file, version));
      }
      if (page) {
        pages.add(url);
      }
    }
    return pages;
  }

  private HttpServer serve(Path root, int number) throws IOException {
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByName("127.0.1." + (number + 1)), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          Path file = root.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
          boolean there = file.startsWith(root) && Files.isRegularFile(file);
          byte[] body = there ? read(file, live.get()) : new byte[0];
          exchange.getResponseHeaders().set("Content-Type", type(file));
          exchange.sendResponseHeaders(there ? 200 : 404, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static void frame(HttpExchange exchange) throws IOException {
    String url = exchange.getRequestURI().toString().substring(FRAME.length());
    byte[] body =
        ("<!doctype html><meta charset=utf-8><style>body{margin:0;background:#fafaf7}"
                + "div{display:flex;height:100vh}iframe{flex:1;border:0;width:100%;background:#fff}</style><div><iframe"
                + " referrerpolicy=no-referrer sandbox=\"allow-scripts allow-forms allow-modals"
                + " allow-downloads allow-pointer-lock allow-same-origin\" src=\""
                + url
                + "\"></iframe></div>")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static byte[] read(Path file, int version) {
    try {
      return version(file, version);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String type(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html", "htm" -> "text/html";
      case "css" -> "text/css";
      case "js", "mjs" -> "text/javascript";
      case "svg" -> "image/svg+xml";
      case "png" -> "image/png";
      case "gif" -> "image/gif";
      case "jpg", "jpeg" -> "image/jpeg";
      case "json" -> "application/json";
      case "woff2" -> "font/woff2";
      default -> "application/octet-stream";
    };
  }
}
