package org.orbweaver.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;

/**
 * Three hosts whose pages lead to each other. A third of the pages changes with each visit, a third
 * never and says so by its ETag, a third never and does not; two pages of each host are the same as
 * two of every other.
 */
final class ChangingSite implements AutoCloseable {
  private static final int HOSTS = 3;
  private static final int PAGES = 6;
  private static final int PORT = 18_589;

  private final List<HttpServer> servers = new ArrayList<>();
  private final Map<String, Set<String>> served = new HashMap<>();
  private final Map<String, Integer> visits = new HashMap<>();
  private int unchanged;

  ChangingSite() throws IOException {
    for (int host = 1; host <= HOSTS; host++) {
      int number = host;
      HttpServer server = HttpServer.create(new InetSocketAddress("127.89.0." + host, PORT), 0);
      server.createContext("/", exchange -> answer(number, exchange));
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.start();
      servers.add(server);
    }
  }

  String page(int host, String path) {
    return "http://127.89.0." + host + ":" + PORT + path;
  }

  private synchronized void answer(int host, HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/robots.txt")) {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
      return;
    }
    String url = page(host, path);
    int visit = visits.merge(url, 1, Integer::sum);
    boolean tagged = path.startsWith("/tagged");
    if (tagged) {
      exchange.getResponseHeaders().set("ETag", "\"one\"");
      if ("\"one\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
        unchanged++;
        exchange.sendResponseHeaders(304, -1);
        exchange.close();
        return;
      }
    }
    String body = body(host, path, visit);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    served.computeIfAbsent(url, it -> new HashSet<>()).add(body);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String body(int host, String path, int visit) {
    StringBuilder page = new StringBuilder("<!doctype html><title>" + path + "</title>");
    if (path.startsWith("/same")) {
      return page.append("<p>the same everywhere ".repeat(30)).toString();
    }
    if (path.equals("/")) {
      for (int i = 0; i < PAGES; i++) {
        page.append("<a href=/changing%d>c</a> <a href=/tagged%d>t</a>".formatted(i, i));
        page.append("<a href=/still%d>s</a>".formatted(i));
      }
      page.append("<a href=/same0>0</a><a href=/same1>1</a>");
      for (int other = 1; other <= HOSTS; other++) {
        page.append("<a href=").append(page(other, "/")).append(">other</a>");
      }
    }
    boolean changes = path.equals("/") || path.startsWith("/changing");
    page.append("<p>%s of host %d%s".formatted(path, host, changes ? ", visit " + visit : ""));
    return page.append("<p>some more words to read".repeat(20)).toString();
  }

  /** How often every page has been visited that there is. */
  synchronized int rounds() {
    int pages = HOSTS * (3 + 3 * PAGES);
    return visits.size() < pages ? 0 : visits.values().stream().mapToInt(i -> i).min().orElse(0);
  }

  /** How often a visit was answered with 304. */
  synchronized int unchanged() {
    return unchanged;
  }

  /** All that was given out, page by page. */
  synchronized Map<String, Set<String>> served() {
    Map<String, Set<String>> copy = new HashMap<>();
    served.forEach((url, bodies) -> copy.put(url, Set.copyOf(bodies)));
    return copy;
  }

  @Override
  public void close() {
    servers.forEach(server -> server.stop(0));
  }
}
