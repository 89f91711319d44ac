package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** {@code orb archive serve} in the process of the test, on free ports, until it is closed. */
final class ServedArchive implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final StringWriter said = new StringWriter();
  private final Thread server;

  ServedArchive(String... arguments) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("archive", "serve", "--port", "0"));
    all.addAll(List.of("--replay-port", "0", "--seconds", "300", "--json"));
    all.addAll(List.of(arguments));
    server = Thread.ofVirtual().start(() -> CalledHere.orb(said, said, all.toArray(String[]::new)));
    while (!said().contains("\"address\"") && server.isAlive()) {
      Thread.sleep(20);
    }
    assertThat(said()).contains("\"address\"");
  }

  /** All it printed. */
  String said() {
    return said.toString();
  }

  private String number(String name) {
    return said().replaceAll("(?s).*\"" + name + "\":(\\d+).*", "$1");
  }

  /** Of its own pages, without a slash at the end. */
  String own() {
    return said().replaceAll("(?s).*\"address\":\"([^\"]*)/\".*", "$1");
  }

  /** Of archived pages. */
  String replay() {
    return "http://127.0.0.1:" + number("replayPort");
  }

  int proxy() {
    return Integer.parseInt(number("proxyPort"));
  }

  /**
   * @param headers a name, its value, a name, …
   */
  static HttpResponse<String> get(String url, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    server.interrupt();
    try {
      server.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
