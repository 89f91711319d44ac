package org.orbweaver.sim.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * Servers that are not wicked, only awkward, each at an address of its own in 127.33.0.0/24: they
 * redirect, complain, are slow, lead on for ever. They keep a log of their visitors' manners.
 */
public final class AwkwardWeb implements AutoCloseable {
  private static final long SLOW_MILLIS = 600;
  private static final String HTML = "text/html";

  /** Who they are. */
  public enum Host {
    /** Its first page has moved to another host. */
    MOVED,
    /** Where MOVED has moved to. */
    TARGET,
    /** The same, by a page that refreshes itself. */
    REFRESHED,
    /** Where REFRESHED has moved to. */
    REFRESH_TARGET,
    /** Redirects without end, and in a circle. */
    CHAIN,
    /** Complains at the first request for a page. */
    BUSY,
    /** Has sitemaps, a crawl delay and a forbidden folder. */
    MAPS,
    /** A page of frames, which lie on ELSEWHERE. */
    FRAMES,
    /** Frames in frames in frames. */
    ELSEWHERE,
    /** A calendar and paths that pile up. */
    TRAPS,
    /** Takes its time. */
    SLOW,
    /** Its robots.txt cannot be had at first, and is then found at another place. */
    STUMBLING
  }

  /**
   * A request.
   *
   * @param begun of the system's nanosecond clock
   * @param ended the same, before the answer's last byte
   */
  public record Request(Host host, String path, int status, long begun, long ended) {}

  private record Answer(int status, String type, String body, List<String> headers) {
    static Answer page(String body) {
      return new Answer(200, HTML, body, List.of());
    }

    static Answer text(String body) {
      return new Answer(200, "text/plain", body, List.of());
    }

    static Answer moved(String to) {
      return new Answer(302, HTML, "", List.of("Location", to));
    }

    static Answer status(int status, String... headers) {
      return new Answer(status, HTML, "status " + status, List.of(headers));
    }
  }

  private final HttpServer server;
  private final MannersWatch manners;
  private final List<Request> log = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Integer> visits = new ConcurrentHashMap<>();

  /**
   * @param pauseNanos visitors owe a host between requests
   */
  public AwkwardWeb(long pauseNanos) throws IOException {
    manners = new MannersWatch(pauseNanos);
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0), 64);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  /** Where to begin: nobody else leads there. */
  public List<String> seeds() {
    return List.of(
        url(Host.MOVED, "/"),
        url(Host.REFRESHED, "/"),
        url(Host.CHAIN, "/0"),
        url(Host.BUSY, "/"),
        url(Host.MAPS, "/"),
        url(Host.FRAMES, "/"),
        url(Host.TRAPS, "/"),
        url(Host.SLOW, "/"),
        url(Host.STUMBLING, "/"));
  }

  public String url(Host host, String path) {
    return "http://127.33.0." + (host.ordinal() + 1) + ":" + server.getAddress().getPort() + path;
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] address = exchange.getLocalAddress().getAddress().getAddress();
      int number = (address[3] & 0xFF) - 1;
      if (number < 0 || number >= Host.values().length) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      Host host = Host.values()[number];
      String path = exchange.getRequestURI().toString();
      long begun = System.nanoTime();
      manners.begins(host.name(), host.name(), begun);
      boolean first = visits.merge(host + path, 1, Integer::sum) == 1;
      Answer answer = answer(host, path, first);
      if (host == Host.SLOW) {
        Thread.sleep(SLOW_MILLIS);
      }
      for (int i = 0; i < answer.headers().size(); i += 2) {
        exchange.getResponseHeaders().add(answer.headers().get(i), answer.headers().get(i + 1));
      }
      exchange.getResponseHeaders().add("Content-Type", answer.type());
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      long ended = System.nanoTime();
      manners.ends(host.name(), host.name(), ended);
      log.add(new Request(host, path, answer.status(), begun, ended));
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer answer(Host host, String path, boolean first) {
    return switch (host) {
      case MOVED -> path.equals("/") ? Answer.moved(url(Host.TARGET, "/start")) : other(path);
      case TARGET -> target(path);
      case REFRESHED ->
          path.equals("/")
              ? Answer.page(
                  "<meta http-equiv=refresh content='0;url="
                      + url(Host.REFRESH_TARGET, "/start")
                      + "'>")
              : other(path);
      case REFRESH_TARGET -> target(path);
      case CHAIN -> chain(path);
      case BUSY -> busy(path, first);
      case MAPS -> maps(path);
      case FRAMES ->
          path.equals("/")
              ? Answer.page(
                  "<iframe src='%s'></iframe><img src='%s'><a href='%s'>elsewhere</a>"
                      .formatted(
                          url(Host.ELSEWHERE, "/frame1"),
                          url(Host.ELSEWHERE, "/image.png"),
                          url(Host.ELSEWHERE, "/outside")))
              : other(path);
      case ELSEWHERE -> elsewhere(path);
      case TRAPS -> traps(path);
      case SLOW -> path.equals("/") ? links("/1", "/2", "/3") : other(path);
      case STUMBLING -> stumbling(path, first);
    };
  }

  private static Answer other(String path) {
    return path.equals("/robots.txt") || path.equals("/gone")
        ? Answer.status(404)
        : Answer.page("a page called " + path);
  }

  private static Answer links(String... paths) {
    StringBuilder html = new StringBuilder();
    for (String path : paths) {
      html.append("<a href='").append(path).append("'>").append(path).append("</a>\n");
    }
    return Answer.page(html.toString());
  }

  private static Answer target(String path) {
    return switch (path) {
      case "/start" -> links("/a", "/b");
      case "/a" -> links("/a/deeper", "/start");
      case "/b" -> links("/gone");
      default -> other(path);
    };
  }

  private static Answer chain(String path) {
    String number = path.substring(1);
    if (number.matches("[0-9]+")) {
      return path.equals("/0")
          ? links("/circle", "/1")
          : Answer.moved("/" + (Integer.parseInt(number) + 1));
    }
    return switch (path) {
      case "/circle" -> Answer.moved("/back");
      case "/back" -> Answer.moved("/circle");
      default -> other(path);
    };
  }

  private static Answer busy(String path, boolean first) {
    return switch (path) {
      case "/" -> links("/limited", "/broken", "/well");
      case "/limited" -> first ? Answer.status(429, "Retry-After", "3") : other(path);
      case "/broken" -> first ? Answer.status(503) : other(path);
      default -> other(path);
    };
  }

  private Answer maps(String path) {
    return switch (path) {
      case "/robots.txt" ->
          Answer.text(
              "User-agent: *\nDisallow: /private/\nCrawl-delay: 0.5\nSitemap: "
                  + url(Host.MAPS, "/sitemap.xml")
                  + "\n");
      case "/sitemap.xml" ->
          xml("<sitemapindex><sitemap><loc>%s</loc></sitemap></sitemapindex>", "/inner.xml");
      case "/inner.xml" -> xml("<urlset><url><loc>%s</loc></url></urlset>", "/unlinked");
      case "/" -> links("/private/secret", "/public");
      default -> other(path);
    };
  }

  private Answer xml(String form, String path) {
    return new Answer(
        200,
        "application/xml",
        "<?xml version=\"1.0\"?>" + form.formatted(url(Host.MAPS, path)),
        List.of());
  }

  private static Answer elsewhere(String path) {
    return path.startsWith("/frame")
        ? Answer.page(
            "<iframe src='/frame%d'></iframe>".formatted(Integer.parseInt(path.substring(6)) + 1))
        : other(path);
  }

  private static Answer traps(String path) {
    if (path.equals("/")) {
      int last = Year.now(ZoneOffset.UTC).getValue() + 2;
      return links("/calendar/" + last + "/9", "/pile/");
    }
    if (path.startsWith("/calendar/")) {
      String[] parts = path.split("/");
      int month = Integer.parseInt(parts[3]);
      int year = Integer.parseInt(parts[2]) + (month == 12 ? 1 : 0);
      return links("/calendar/" + year + "/" + (month % 12 + 1));
    }
    return path.startsWith("/pile/") ? links("pile/", "?more=" + path.length()) : other(path);
  }

  private static Answer stumbling(String path, boolean first) {
    return switch (path) {
      case "/robots.txt" -> first ? Answer.status(503) : Answer.moved("/rules.txt");
      case "/rules.txt" -> Answer.text("User-agent: *\nDisallow: /no\n");
      case "/" -> links("/no/thing", "/yes");
      default -> other(path);
    };
  }

  /** Requests since the last call, in the order of their ends. */
  public List<Request> takeLog() {
    synchronized (log) {
      List<Request> taken = List.copyOf(log);
      log.clear();
      visits.clear();
      return taken;
    }
  }

  /** Requests to a host that came before its pause was over. */
  public long tooSoon() {
    return manners.tooSoon();
  }

  /** Requests to a host that was still answering another. */
  public long atOnce() {
    return manners.atOnce();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
