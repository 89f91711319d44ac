package org.orbweaver.interop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.kademlia.Endpoint;

/**
 * A DHT node in a process of its own, ours or foreign. All are asked in the same words; a program
 * that cannot do a thing does not know the word, and the question fails.
 */
final class DhtProgram {
  // Generous, for a busy machine; whatever works takes a small part of it.
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration ANSWER = Duration.ofSeconds(90);

  /** How long a program may look for something before it has not found it. */
  private static final int PATIENCE = 60;

  private final List<Endpoint> endpoints;
  private final Path directory;
  private final ForeignProgram program;

  private DhtProgram(List<Endpoint> endpoints, Path directory, ForeignProgram program) {
    this.endpoints = List.copyOf(endpoints);
    this.directory = directory;
    this.program = program;
  }

  static DhtProgram awaitReady(List<Endpoint> endpoints, Path directory, ForeignProgram program)
      throws InterruptedException {
    program.awaitLine("ready", START);
    return new DhtProgram(endpoints, directory, program);
  }

  /** Where its node is; the first one, if it has many. */
  Endpoint endpoint() {
    return endpoints.getFirst();
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }

  Path directory() {
    return directory;
  }

  String ask(String verb, Object... arguments) throws InterruptedException {
    program.tell(
        Stream.concat(Stream.of(verb), Arrays.stream(arguments))
            .map(Object::toString)
            .collect(Collectors.joining(" ")));
    String answer = program.awaitLine(verb, ANSWER);
    if (answer.startsWith("failed:")) {
      throw new AssertionError(
          verb + " " + answer + "; the program said:\n" + program.transcript());
    }
    return answer;
  }

  int nodes() throws InterruptedException {
    return Integer.parseInt(ask("nodes"));
  }

  /** Its contacts as {@code ID@ENDPOINT}. */
  List<String> liveNodes() throws InterruptedException {
    return words(ask("live_nodes"));
  }

  String id() throws InterruptedException {
    return ask("node_id");
  }

  List<String> peersOf(String infohash) throws InterruptedException {
    return words(ask("get_peers", infohash, PATIENCE));
  }

  void seed(SampleTorrent torrent) throws Exception {
    Path file = torrent.writeInto(directory);
    String answer = ask("seed", file);
    if (!answer.equals("seeding")) {
      throw new AssertionError(answer + "; the program said:\n" + program.transcript());
    }
  }

  void join(SampleTorrent torrent) throws InterruptedException {
    ask("magnet", torrent.magnet());
  }

  /** The hash and name of the metadata it got over BEP 9. */
  String metadataOf(SampleTorrent torrent) throws InterruptedException {
    return ask("metadata", torrent.infohash(), PATIENCE);
  }

  /** Ours: the hash and name of the metadata it takes from the peers that the DHT names. */
  String fetch(String infohash) throws InterruptedException {
    return ask("fetch", infohash);
  }

  static List<String> words(String answer) {
    return answer.isEmpty() ? List.of() : List.of(answer.split(" "));
  }
}
