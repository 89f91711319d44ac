package org.orbweaver.web;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.orbweaver.fetch.http.ScriptedServer;

/** Hosts on 127.31.0.0/16, each of which answers as the test says, well or ill. */
final class HostileWeb implements AutoCloseable {
  /** Writes one answer to a request for a path; false hangs up. */
  interface Host {
    boolean answer(String path, OutputStream out) throws IOException, InterruptedException;
  }

  private final ScriptedServer server;
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final Map<String, Integer> visits = new ConcurrentHashMap<>();

  HostileWeb() throws IOException {
    server = new ScriptedServer(InetAddress.ofLiteral("0.0.0.0"), this::answer);
  }

  List<String> names() {
    return List.copyOf(hosts.keySet());
  }

  /** Adds a host before the crawl begins. */
  void add(String name, Host host) {
    hosts.put(name, host);
  }

  List<InetAddress> resolve(String name) {
    if (name.matches("[0-9.]+")) {
      return List.of(InetAddress.ofLiteral(name));
    }
    int number = new ArrayList<>(hosts.keySet()).indexOf(name);
    return number < 0 ? List.of() : List.of(InetAddress.ofLiteral("127.31.0." + (number + 1)));
  }

  String url(String host, String path) {
    return "http://" + host + ":" + server.port() + path;
  }

  private boolean answer(List<String> head, OutputStream out)
      throws IOException, InterruptedException {
    String path = head.getFirst().split(" ")[1];
    String name =
        head.stream()
            .filter(line -> line.startsWith("Host: "))
            .map(line -> line.substring(6).replaceFirst(":\\d+$", ""))
            .findFirst()
            .orElse("");
    visits.merge(name + path, 1, Integer::sum);
    Host host = hosts.get(name);
    if (host == null || path.equals("/robots.txt") && !name.startsWith("robots")) {
      out.write(bytes("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
      return true;
    }
    return host.answer(path, out);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static boolean page(OutputStream out, String headers, byte[] body) throws IOException {
    out.write(
        bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                + headers
                + "Content-Length: "
                + body.length
                + "\r\n\r\n"));
    out.write(body);
    return true;
  }

  static boolean page(OutputStream out, String html) throws IOException {
    return page(out, "", html.getBytes(StandardCharsets.UTF_8));
  }

  int visits(String name, String path) {
    return visits.getOrDefault(name + path, 0);
  }

  /** Requests to a host, for whatever. */
  int visits(String name) {
    return visits.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(name + "/"))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
