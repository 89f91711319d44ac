package org.orbweaver.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.world.loopback.FreePort;

/**
 * The programs of one test. Each gets an address in a /24 of its own, a port that nobody else uses
 * and a directory; all end with the test.
 */
final class TestNetwork implements AutoCloseable {
  private static final String PYTHON = "/usr/bin/python3";

  private final Place place;
  private final Path directory;
  private final List<ForeignProgram> programs = new ArrayList<>();
  private int nextNumber = 1;

  TestNetwork(Place place) throws IOException {
    this.place = place;
    this.directory = Files.createTempDirectory("orbweaver-interop");
  }

  /** Our own nodes, {@code count} of them; the first starts from {@code bootstrap}. */
  DhtProgram orbweaver(int count, Endpoint... bootstrap) throws Exception {
    return orbweaver("answering", count, bootstrap);
  }

  /** A node of ours that only asks (BEP 43): it stores nothing for others and is in no table. */
  DhtProgram readOnlyOrbweaver(Endpoint... bootstrap) throws Exception {
    return orbweaver("read-only", 1, bootstrap);
  }

  private DhtProgram orbweaver(String manner, int count, Endpoint... bootstrap) throws Exception {
    Endpoint first = newEndpoint();
    List<Endpoint> all = new ArrayList<>(List.of(first));
    while (all.size() < count) {
      all.add(newEndpoint());
    }
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            OrbweaverDriver.class.getName(),
            manner);
    return start(all, newDirectory(), join(command, List.of(commas(all)), List.of(bootstrap)));
  }

  /** libtorrent with settings as {@code name=value}. */
  DhtProgram libtorrent(String... settings) throws Exception {
    return python("libtorrent_node.py", Arrays.asList(settings));
  }

  /**
   * libtorrent that starts from those nodes as from routers, which it never takes into its table.
   */
  DhtProgram libtorrentFrom(Endpoint... routers) throws Exception {
    return libtorrent("dht_bootstrap_nodes=" + commas(List.of(routers)));
  }

  DhtProgram aria2(Endpoint... bootstrap) throws Exception {
    return python("aria2_node.py", List.of(bootstrap));
  }

  DhtProgram rtorrent(Endpoint... bootstrap) throws Exception {
    return python("rtorrent_node.py", List.of(bootstrap));
  }

  DhtProgram transmission(Endpoint... bootstrap) throws Exception {
    return python("transmission_node.py", List.of(bootstrap));
  }

  /**
   * A client that knows no node and is set to refuse unencrypted peers.
   *
   * @param driver the client's, such as {@code aria2_node.py}
   */
  DhtProgram encrypted(String driver) throws Exception {
    return python(driver, List.of("encrypted"));
  }

  DhtProgram npmDht(Endpoint... bootstrap) throws Exception {
    Endpoint endpoint = newEndpoint();
    Path script = NpmPackages.installed().resolve("npm_node.mjs");
    return start(
        List.of(endpoint),
        newDirectory(),
        join(List.of("node", script, endpoint), List.of(bootstrap)));
  }

  private DhtProgram python(String driver, List<?> arguments) throws Exception {
    Endpoint endpoint = newEndpoint();
    Path home = newDirectory();
    Path script = resource("drivers/" + driver);
    return start(List.of(endpoint), home, join(List.of(PYTHON, script, endpoint, home), arguments));
  }

  private DhtProgram start(List<Endpoint> endpoints, Path home, List<String> command)
      throws Exception {
    ForeignProgram program = ForeignProgram.start(place.command(command));
    programs.add(program);
    return DhtProgram.awaitReady(endpoints, home, program);
  }

  private Endpoint newEndpoint() throws IOException {
    return Endpoint.parse(place.address(nextNumber++) + ":" + FreePort.next());
  }

  private Path newDirectory() throws IOException {
    return Files.createTempDirectory(directory, "program");
  }

  static Path resource(String name) {
    try {
      URL url = TestNetwork.class.getResource("/" + name);
      return Path.of(Objects.requireNonNull(url, name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String commas(List<Endpoint> endpoints) {
    return String.join(",", endpoints.stream().map(Endpoint::toString).toList());
  }

  private static List<String> join(List<?>... parts) {
    return Arrays.stream(parts).flatMap(List::stream).map(Object::toString).toList();
  }

  @Override
  public void close() {
    programs.forEach(ForeignProgram::close);
    place.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
