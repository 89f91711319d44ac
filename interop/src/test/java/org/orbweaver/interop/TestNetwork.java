package org.orbweaver.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.orbweaver.kademlia.Endpoint;

/**
 * The programs of one test. Each gets an address in a /24 of its own, a port that nobody else uses
 * and a directory; all end with the test.
 */
final class TestNetwork implements AutoCloseable {
  private static final String PYTHON = "/usr/bin/python3";

  private final Place place;
  private final Path directory;
  private final List<DhtProgram> programs = new ArrayList<>();
  private int nextNetwork = 1;

  TestNetwork(Place place) throws IOException {
    this.place = place;
    this.directory = Files.createTempDirectory("orbweaver-interop");
  }

  static TestNetwork onLoopback() throws IOException {
    return new TestNetwork(Loopback.somewhere());
  }

  /** Our own nodes, {@code count} of them; the first starts from {@code bootstrap}. */
  DhtProgram orbweaver(int count, DhtProgram... bootstrap) throws Exception {
    Endpoint first = newEndpoint();
    nextNetwork += count - 1;
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            OrbweaverDriver.class.getName(),
            String.valueOf(count));
    return start(first, newDirectory(), join(command, List.of(first), endpoints(bootstrap)));
  }

  /** libtorrent with settings as {@code name=value}. */
  DhtProgram libtorrent(String... settings) throws Exception {
    return python("libtorrent_node.py", Arrays.asList(settings));
  }

  /** libtorrent that starts from those nodes as from routers, which it never takes into its table. */
  DhtProgram libtorrentFrom(DhtProgram... routers) throws Exception {
    return libtorrent(
        "dht_bootstrap_nodes="
            + String.join(",", endpoints(routers).stream().map(Endpoint::toString).toList()));
  }

  DhtProgram aria2(DhtProgram... bootstrap) throws Exception {
    return python("aria2_node.py", endpoints(bootstrap));
  }

  DhtProgram rtorrent(DhtProgram... bootstrap) throws Exception {
    return python("rtorrent_node.py", endpoints(bootstrap));
  }

  DhtProgram transmission(List<Endpoint> bootstrap) throws Exception {
    return python("transmission_node.py", bootstrap);
  }

  DhtProgram npmDht(DhtProgram... bootstrap) throws Exception {
    Endpoint endpoint = newEndpoint();
    Path script = NpmPackages.installed().resolve("npm_node.mjs");
    return start(
        endpoint,
        newDirectory(),
        join(List.of("node", script, endpoint), endpoints(bootstrap)));
  }

  private DhtProgram python(String driver, List<?> arguments) throws Exception {
    Endpoint endpoint = newEndpoint();
    Path home = newDirectory();
    Path script = resource("drivers/" + driver);
    return start(endpoint, home, join(List.of(PYTHON, script, endpoint, home), arguments));
  }

  private DhtProgram start(Endpoint endpoint, Path home, List<String> command) throws Exception {
    ForeignProgram program = ForeignProgram.start(place.command(command));
    DhtProgram ready = DhtProgram.awaitReady(endpoint, home, program);
    programs.add(ready);
    return ready;
  }

  private Endpoint newEndpoint() throws IOException {
    return Endpoint.parse(place.network() + "." + nextNetwork++ + ".1:" + freePort());
  }

  /** A port free on all addresses, since some listen on all; below those the system gives out. */
  private static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 30_000);
      try (ServerSocket probe = new ServerSocket()) {
        probe.bind(new InetSocketAddress(port));
        return port;
      } catch (java.net.BindException e) {
        continue;
      }
    }
  }

  private Path newDirectory() throws IOException {
    return Files.createTempDirectory(directory, "program");
  }

  static Path resource(String name) {
    try {
      return Path.of(TestNetwork.class.getResource("/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Endpoint> endpoints(DhtProgram... programs) {
    return Arrays.stream(programs).map(DhtProgram::endpoint).toList();
  }

  private static List<String> join(List<?>... parts) {
    return Arrays.stream(parts).flatMap(List::stream).map(Object::toString).toList();
  }

  @Override
  public void close() {
    programs.forEach(DhtProgram::close);
    place.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
