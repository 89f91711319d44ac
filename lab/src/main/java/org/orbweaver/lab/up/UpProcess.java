package org.orbweaver.lab.up;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An {@code orb up} of its own, asked by HTTP as any user could. */
final class UpProcess implements AutoCloseable {
  /** A machine that others keep busy takes its time for a start. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String MAIN = "org.orbweaver.cli.Main";

  private final Path data;
  private final int port;
  private final String heap;
  private final List<String> options;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private Process process;

  /**
   * @param heap of the JVM, as -Xmx takes it
   * @param options more of orb up
   */
  UpProcess(Path data, int port, String heap, List<String> options)
      throws IOException, InterruptedException {
    this.data = data;
    this.port = port;
    this.heap = heap;
    this.options = options;
    this.process = start();
    awaitReady();
  }

  private Process start() throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                "up",
                "--data=" + data,
                "--bind=127.0.6.1:" + (port + 1),
                "--console=" + port,
                "--allow=127.0.0.0/8",
                "--delay=20ms",
                "--ip-delay=5ms",
                "--leave-within=0"));
    command.addAll(options);
    command.addAll(1, nativeLibraries());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolveSibling("up.log").toFile()))
        .start();
  }

  /** Found where this process finds its own: killed ones would leave 90 MB each behind. */
  static List<String> nativeLibraries() {
    return Stream.of("java.library.path", "org.sqlite.lib.path")
        .filter(name -> System.getProperty(name) != null)
        .map(name -> "-D" + name + "=" + System.getProperty(name))
        .toList();
  }

  private void awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline && process.isAlive()) {
      try {
        if (get("readyz").statusCode() == 200) {
          return;
        }
      } catch (IOException e) {
        // not yet
      }
      Thread.sleep(200);
    }
    throw new IOException("orb up does not become ready; see " + data.resolveSibling("up.log"));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    String address = path.startsWith("http:") ? path : "http://127.0.0.1:" + port + "/" + path;
    return client.send(
        HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).build(),
        BodyHandlers.ofString());
  }

  /** Begins a crawl; true if it was acknowledged. */
  boolean begin(String seed) throws InterruptedException {
    try {
      return client
              .send(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/crawls"))
                      .header("X-Orbweaver", "console")
                      .timeout(PATIENCE)
                      .POST(
                          BodyPublishers.ofString(
                              "{\"seeds\": [\"%s\"], \"depth\": 2}".formatted(seed)))
                      .build(),
                  BodyHandlers.ofString())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** A figure of /metrics. */
  double figure(String name) throws IOException, InterruptedException {
    Matcher line =
        Pattern.compile(String.format(Locale.ROOT, "(?m)^%s (\\S+)$", name))
            .matcher(get("metrics").body());
    return line.find() ? Double.parseDouble(line.group(1)) : Double.NaN;
  }

  /** As a power cut would. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void restart() throws IOException, InterruptedException {
    process = start();
    awaitReady();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    client.close();
  }
}
