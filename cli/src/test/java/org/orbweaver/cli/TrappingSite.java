package org.orbweaver.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An archive of 2,000 pages with dates from 1790 to 2026, deep paths and long queries, and beside
 * it four traps: a calendar, sessions in the path, relative links that pile up, and a faceted
 * search.
 */
final class TrappingSite implements AutoCloseable {
  static final int PAGES = 2_000;
  private static final int PER_LIST = 100;
  private static final String[] MONTHS =
      ("January February March April May June July August September October November December")
          .split(" ");
  private static final List<String> FACETS =
      List.of("hue", "size", "brand", "shape", "age", "price");
  private static final List<String> VALUES = List.of("red", "blue", "green", "black", "white");

  private final HttpServer server;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Map<String, AtomicLong> asked = new ConcurrentHashMap<>();
  private final AtomicLong sessions = new AtomicLong(1);

  TrappingSite() throws IOException {
    for (int i = 0; i < PAGES; i++) {
      numbers.put(path(i), i);
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          String body = body(exchange.getRequestURI().toString());
          byte[] bytes = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(
              body == null ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  private static String path(int i) {
    int year = 1790 + i * 236 / PAGES;
    int month = 1 + i % 12;
    return switch (i % 4) {
      case 0 -> "/issues/%d-%02d-%02d/%d.html".formatted(year, month, 1 + i % 28, i);
      case 1 -> "/%d/%02d/%02d/a%d.html".formatted(year, month, 1 + i % 28, i);
      case 2 -> "/deep" + ("/x/" + i).repeat(14) + "/p.html";
      default -> "/list?year=%d&month=%d&i=%d&long=".formatted(year, month, i) + "v".repeat(3_000);
    };
  }

  String home() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** Requests to a part of the site. */
  long asked(String part) {
    return asked.getOrDefault(part, new AtomicLong()).get();
  }

  private void count(String part) {
    asked.computeIfAbsent(part, name -> new AtomicLong()).incrementAndGet();
  }

  private @Nullable String body(String path) {
    Integer page = numbers.get(path);
    if (page != null) {
      count("pages");
      return article(page);
    }
    if (path.equals("/")) {
      StringBuilder links = new StringBuilder();
      for (int i = 0; i < PAGES / PER_LIST; i++) {
        links.append("<a href='/all").append(i).append("'>all</a>");
      }
      return links
          + "<a href='/cal?y=2026&m=1'>c</a><a href='/s/00aa00aa00/p1'>s</a>"
          + "<a href='/loop/'>l</a><a href='/find'>f</a>";
    }
    if (path.startsWith("/all")) {
      int list = Integer.parseInt(path.substring(4));
      StringBuilder links = new StringBuilder();
      numbers.keySet().stream()
          .skip((long) list * PER_LIST)
          .limit(PER_LIST)
          .forEach(each -> links.append("<a href='").append(each).append("'>page</a>"));
      return links.toString();
    }
    return trap(path);
  }

  private @Nullable String trap(String path) {
    String name = path.substring(1).split("[/?]")[0];
    return switch (name) {
      case "cal" -> {
        count(name);
        yield calendar(query(path));
      }
      case "s" -> {
        count(name);
        StringBuilder links = new StringBuilder("<h1>Welcome</h1>our fine shop");
        String id = "%010x".formatted(sessions.getAndAdd(0x9e3779b9L) & 0xffffffffffL);
        for (int i = 0; i < 30; i++) {
          links.append("<a href='/s/").append(id).append("/p").append(i).append("'>item</a>");
        }
        yield links.toString();
      }
      case "loop" -> {
        count(name);
        yield "Broken relative links: <a href='loop/'>one</a><a href='other/loop/'>two</a>";
      }
      case "find" -> {
        count(name);
        yield search(query(path));
      }
      default -> null;
    };
  }

  private static Map<String, String> query(String path) {
    Map<String, String> query = new TreeMap<>();
    int at = path.indexOf('?');
    if (at >= 0) {
      for (String each : path.substring(at + 1).split("&")) {
        query.put(each.split("=")[0], each.split("=")[1]);
      }
    }
    return query;
  }

  private static String calendar(Map<String, String> query) {
    int year = Integer.parseInt(query.getOrDefault("y", "2026"));
    int month = Integer.parseInt(query.getOrDefault("m", "1"));
    return "<h1>%s %d</h1>Mo Tu We <a href='/cal?y=%d&m=%d'>next</a> <a href='/cal?y=%d&m=%d'>back</a>"
        .formatted(
            MONTHS[month - 1],
            year,
            month == 12 ? year + 1 : year,
            month % 12 + 1,
            month == 1 ? year - 1 : year,
            (month + 10) % 12 + 1);
  }

  private static String search(Map<String, String> query) {
    StringBuilder page = new StringBuilder("<h1>Found");
    query.forEach((facet, value) -> page.append(" with ").append(facet).append(' ').append(value));
    page.append("</h1>");
    for (String facet : FACETS) {
      for (String value : VALUES) {
        Map<String, String> narrower = new HashMap<>(query);
        narrower.put(facet, value);
        StringBuilder link = new StringBuilder();
        new TreeMap<>(narrower)
            .forEach((name, wanted) -> link.append('&').append(name).append('=').append(wanted));
        page.append("<a href='/find?").append(link.substring(1)).append("'>").append(value);
        page.append("</a>");
      }
    }
    return page.toString();
  }

  private static String article(int number) {
    Random random = new Random(number);
    StringBuilder text = new StringBuilder("<p>");
    for (int i = 0; i < 40; i++) {
      int length = 3 + random.nextInt(6);
      for (int j = 0; j < length; j++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(' ');
    }
    return text.toString();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
