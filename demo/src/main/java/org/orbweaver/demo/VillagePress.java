package org.orbweaver.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A small web that changes while one watches: newspapers of made-up villages, each at a name and an
 * address of its own on loopback, all with a new edition every few seconds. One more name leads to
 * a machine that is off, for every web has some.
 */
final class VillagePress implements AutoCloseable {
  private static final String NET = "127.0.7.";
  private static final String SWITCHED_OFF = "closed-mill.test";
  private static final int SWITCHED_OFF_HOST = 99;

  private final int port;
  private final List<Newspaper> papers;
  private final List<HttpServer> servers = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile ZonedDateTime printed = now();
  private final LongAdder requests = new LongAdder();
  private final AtomicInteger edition = new AtomicInteger(1);

  private VillagePress(int port) {
    this.port = port;
    this.papers = Newspaper.all(port, SWITCHED_OFF);
  }

  /** Opens all papers on that port. */
  static VillagePress open(int port) throws IOException {
    VillagePress press = new VillagePress(port);
    try {
      for (int i = 0; i < press.papers.size(); i++) {
        press.serve(press.papers.get(i), NET + (i + 1));
      }
      return press;
    } catch (IOException e) {
      press.close();
      throw e;
    }
  }

  private void serve(Newspaper paper, String address) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(address), port), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, paper));
    server.start();
    servers.add(server);
  }

  private void answer(HttpExchange exchange, Newspaper paper) throws IOException {
    requests.increment();
    int today = edition.get();
    String path = exchange.getRequestURI().getPath();
    Newspaper.Sheet sheet = paper.sheet(path, today);
    byte[] body =
        (sheet == null ? "there is no such page" : sheet.text()).getBytes(StandardCharsets.UTF_8);
    if (sheet != null && sheet.changes()) {
      exchange
          .getResponseHeaders()
          .set("Last-Modified", DateTimeFormatter.RFC_1123_DATE_TIME.format(printed));
    }
    exchange
        .getResponseHeaders()
        .set("Content-Type", sheet == null ? "text/plain; charset=utf-8" : sheet.type());
    exchange.sendResponseHeaders(sheet == null ? 404 : 200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /** Where a name of this web leads; no other name leads anywhere. */
  List<InetAddress> resolve(String name) throws UnknownHostException {
    for (int i = 0; i < papers.size(); i++) {
      if (papers.get(i).host().equals(name)) {
        return List.of(InetAddress.ofLiteral(NET + (i + 1)));
      }
    }
    if (name.equals(SWITCHED_OFF)) {
      return List.of(InetAddress.ofLiteral(NET + SWITCHED_OFF_HOST));
    }
    throw new UnknownHostException(
        "the demonstration is offline and knows only its own web; try " + papers.getFirst().home());
  }

  private static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneOffset.UTC);
  }

  List<String> frontPages() {
    return papers.stream().map(Newspaper::home).toList();
  }

  /** All papers print anew. */
  int nextEdition() {
    printed = now();
    return edition.incrementAndGet();
  }

  int edition() {
    return edition.get();
  }

  /** Answered so far. */
  long requests() {
    return requests.sum();
  }

  @Override
  public void close() {
    servers.forEach(server -> server.stop(0));
    threads.shutdownNow();
  }
}
