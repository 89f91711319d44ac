package org.orbweaver.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.TemporaryFolder;

/**
 * What people do first, done once after a build, offline: the virtual machine remembers which
 * classes that took and has them ready at the next start (JEP 483, 514).
 */
final class Rehearsal {
  private static final int PAGES = 60;

  private Rehearsal() {}

  /** Ends with 0 if all commands went well. */
  public static void main(String[] arguments) throws IOException {
    System.exit(play().isEmpty() ? 0 : 1);
  }

  /** Returns the calls that went wrong. */
  static List<String> play() throws IOException {
    HttpServer site = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    site.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          byte[] page = page(path).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(path.equals("/robots.txt") ? 404 : 200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    site.start();
    try (TemporaryFolder scratch = new TemporaryFolder("orb-rehearsal-")) {
      return play(scratch.path(), "http://127.0.0.1:" + site.getAddress().getPort() + "/");
    } finally {
      site.stop(0);
    }
  }

  private static InetAddress loopback() {
    return InetAddress.ofLiteral("127.0.0.1");
  }

  private static String page(String path) {
    StringBuilder page = new StringBuilder("<!doctype html><title>" + path + "</title><p>Text.");
    for (int i = 0; i < PAGES; i++) {
      page.append("<p><a href=\"/p").append(i).append("\">page ").append(i).append("</a>");
    }
    return page.toString();
  }

  private static List<String> play(Path scratch, String seed) throws IOException {
    Path torrents = scratch.resolve("torrents.csv");
    Files.writeString(torrents, "hash,name,size\n" + "0123456789".repeat(4) + ",linux.iso,1000\n");
    String collection = scratch.resolve("crawl").toString();
    String store = scratch.resolve("torrents.db").toString();
    List<String> wrong = new ArrayList<>();
    for (List<String> call :
        List.of(
            List.of("--help"),
            List.of("crawl", "--help"),
            List.of("crawl", seed, "--data", collection, "--allow", "127.0.0.0/8", "--delay", "0s"),
            List.of("crawl", seed, "--data", collection, "--allow", "127.0.0.0/8", "--json"),
            List.of("archive", "list", "--data", collection),
            List.of("index", "import", torrents.toString(), "--store", store),
            List.of("index", "stats", "--store", store),
            List.of("index", "search", "linux", "--store", store),
            List.of("index", "search", "linux", "--store", store, "--json"))) {
      if (Main.named(call).setOut(nowhere()).setErr(nowhere()).execute(words(call)) != 0) {
        wrong.add(String.join(" ", call));
      }
    }
    return wrong;
  }

  private static String[] words(List<String> call) {
    return call.toArray(String[]::new);
  }

  private static PrintWriter nowhere() {
    return new PrintWriter(Writer.nullWriter());
  }
}
