package org.orbweaver.lab.archive;

import com.sun.net.httpserver.HttpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.StoredCollection;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.console.archive.ArchiveProxy;
import org.orbweaver.console.archive.ArchiveServer;

/**
 * Pages of sites on this disk: live, archived, and archived by way of the proxy, which rewrites
 * nothing. Three pictures of each, compared pixel for pixel. The clock stands still on all sides.
 */
public final class PixelExperiment {
  private static final Instant AT = Instant.parse("2026-11-15T12:00:00Z");

  /** Also without the caret, whose blinking no clock stops. */
  private static final String STILL =
      "(() => { const N = Date, t = %d; const D = function (...a) { return new.target"
              .formatted(AT.toEpochMilli())
          + " ? Reflect.construct(N, a.length ? a : [t], new.target) : new N(t).toString(); };"
          + " D.prototype = N.prototype; Object.setPrototypeOf(D, N); D.now = () => t;"
          + " window.Date = D; let c = 1; Math.random = () => (c = c * 48271 %% 2147483647) / 2147483647;"
              .formatted()
          + " document.addEventListener('DOMContentLoaded', () => { const s ="
          + " document.createElement('style'); s.textContent = '*{caret-color:transparent!important;"
          + "animation:none!important;transition:none!important}'; document.head.appendChild(s); }); })();";

  private final List<Path> sites;
  private final int pages;
  private final Path scratch;

  public PixelExperiment(List<Path> sites, int pages, Path scratch) {
    this.sites = sites;
    this.pages = pages;
    this.scratch = scratch;
  }

  /**
   * @param rewritten pages whose archived picture is the live one's
   * @param proxied the same, by way of the proxy
   */
  public record Report(int pages, int rewritten, int proxied, List<String> different) {}

  public Report run() throws IOException, InterruptedException {
    List<HttpServer> servers = new ArrayList<>();
    List<String> urls = new ArrayList<>();
    Path collection = scratch.resolve("pixels");
    try (HandMadeCollection made = new HandMadeCollection(collection)) {
      for (int i = 0; i < sites.size(); i++) {
        Path root = sites.get(i).toAbsolutePath().normalize();
        HttpServer server = serve(root, i);
        servers.add(server);
        String home = "http://127.0.1." + (i + 1) + ":" + server.getAddress().getPort() + "/";
        List<String> found = capture(made, root, home);
        Collections.shuffle(found, new Random(19));
        urls.addAll(found.subList(0, Math.min(found.size(), pages / sites.size() + 1)));
      }
    }
    List<String> chosen = urls.subList(0, Math.min(pages, urls.size()));
    Archive archive =
        new Archive(List.of(StoredCollection.open(collection, true)), AccessRules.none());
    List<String> different = new ArrayList<>();
    int rewritten = 0;
    int proxied = 0;
    try (archive;
        ArchiveServer server =
            new ArchiveServer(archive, FuzzyRules.usual(), null, "127.0.0.1", 0, 0, null);
        ArchiveProxy proxy =
            new ArchiveProxy(archive, FuzzyRules.usual(), AT, scratch, "127.0.0.1", 0);
        VisitorBrowser browser = VisitorBrowser.start(List.of());
        VisitorBrowser behind =
            VisitorBrowser.start(
                List.of(
                    "--proxy-server=127.0.0.1:" + proxy.port(),
                    "--proxy-bypass-list=<-loopback>"))) {
      for (String url : chosen) {
        byte[] live = picture(browser, url, false);
        byte[] archived =
            picture(browser, server.address() + "web/" + Timestamp.of(AT) + "/" + url, true);
        byte[] through = picture(behind, url, false);
        long wrong = difference(live, archived);
        long wrongProxy = difference(live, through);
        rewritten += wrong == 0 ? 1 : 0;
        proxied += wrongProxy == 0 ? 1 : 0;
        if (wrong != 0 || wrongProxy != 0) {
          different.add(url + " rewritten " + wrong + " proxied " + wrongProxy);
          String name = "different-" + different.size();
          Files.write(scratch.resolve(name + "-live.png"), live);
          Files.write(scratch.resolve(name + "-archived.png"), archived);
        }
      }
    } finally {
      servers.forEach(server -> server.stop(0));
    }
    return new Report(chosen.size(), rewritten, proxied, different);
  }

  private static byte[] picture(VisitorBrowser browser, String url, boolean framed)
      throws IOException, InterruptedException {
    try (VisitorBrowser.Page page = browser.new Page(STILL)) {
      page.open(url, 400);
      if (framed) {
        page.evaluate("document.getElementById('banner').remove()");
        Thread.sleep(250);
      }
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

  private static List<String> capture(HandMadeCollection made, Path root, String home)
      throws IOException {
    List<String> pages = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(Files::isRegularFile).sorted().limit(6_000).toList();
    }
    for (Path file : files) {
      String url = home + root.relativize(file).toString().replace(" ", "%20");
      made.add(url, AT, type(file), Files.readAllBytes(file));
      if (file.toString().endsWith(".html")) {
        pages.add(url);
      }
      if (file.getFileName().toString().equals("index.html")) {
        made.add(url.substring(0, url.length() - 10), AT, type(file), Files.readAllBytes(file));
      }
    }
    return pages;
  }

  private static HttpServer serve(Path root, int number) throws IOException {
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByName("127.0.1." + (number + 1)), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          Path file = root.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
          if (Files.isDirectory(file)) {
            file = file.resolve("index.html");
          }
          boolean there = file.startsWith(root) && Files.isRegularFile(file);
          byte[] body = there ? read(file) : new byte[0];
          exchange.getResponseHeaders().set("Content-Type", type(file));
          exchange.sendResponseHeaders(there ? 200 : 404, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
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
