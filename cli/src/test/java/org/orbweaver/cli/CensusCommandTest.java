package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotReader;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.LoopbackWorld;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Snapshots of a synthetic DHT on loopback, over real sockets and with real files. */
class CensusCommandTest {
  private static final int NODES = 3_000;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static LoopbackWorld world;

  @SuppressWarnings("NullAway.Init")
  private static String someone;

  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  @BeforeAll
  static void openTheWorld() throws IOException {
    int port;
    try (DatagramSocket socket = new DatagramSocket(0)) {
      port = socket.getLocalPort();
    }
    world =
        LoopbackWorld.open(
            WorldOptions.of(NODES, 5)
                .withPopulation(people -> people.at(AddressSpace.loopback(port)))
                .withContent(ContentOptions.of(300)),
            (sentence, cause) -> cause.printStackTrace());
    someone =
        IntStream.range(0, NODES)
            .filter(node -> !population().silent(node))
            .mapToObj(node -> population().endpoint(node).toString())
            .findFirst()
            .orElseThrow();
  }

  @AfterAll
  static void closeIt() {
    world.close();
  }

  private static Population population() {
    return world.world().ipv4().population();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** The command on this network. */
  private List<String> census(String command, String... more) {
    List<String> words = new ArrayList<>(List.of("census", command));
    words.addAll(List.of(more));
    words.addAll(List.of("--listen", "127.0.9.7:0,127.0.9.8:0"));
    if (!words.contains("--rate-each")) {
      words.addAll(List.of("--rate-each", "4.9"));
    }
    if (!words.contains("--bootstrap")) {
      words.addAll(List.of("--bootstrap", someone));
    }
    return words;
  }

  private int execute(StringWriter out, List<String> words) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(words.toArray(String[]::new));
  }

  private JsonNode run(List<String> words) {
    StringWriter out = new StringWriter();
    List<String> asJson = new ArrayList<>(words);
    asJson.add("--json");
    assertThat(execute(out, asJson)).as(err.toString()).isZero();
    return JsonMapper.shared().readTree(out.toString());
  }

  private String failure(List<String> words) {
    assertThat(execute(new StringWriter(), words)).isEqualTo(1);
    return err.toString().strip();
  }

  private double liveRecall(Path parquet) {
    Set<Contact> found = new HashSet<>();
    try (SnapshotReader reader = Snapshot.open(parquet).read()) {
      reader.forEach(row -> assertThat(found.add(new Contact(row.id(), row.endpoint()))).isTrue());
    }
    int live = 0;
    int hits = 0;
    for (int node = 0; node < NODES; node++) {
      if (!population().silent(node)) {
        live++;
        hits += found.contains(population().contact(node)) ? 1 : 0;
      }
    }
    return (double) hits / live;
  }

  @Test
  void aSnapshotHoldsNearlyAllLiveNodesAndWhatOthersToldOfThem() {
    JsonNode taken = run(census("take", "--out", path("all"), "--verify", "--samples", "--edges"));

    assertThat(taken.get("complete").asBoolean()).isTrue();
    assertThat(liveRecall(folder.resolve("all.parquet"))).isGreaterThan(0.99);
    assertThat(taken.get("infohashes").asLong()).isGreaterThan(50);
    assertThat(folder.resolve("all.edges.parquet")).exists();
    assertThat(folder.resolve("all.infohashes")).exists();
    assertThat(folder.resolve("all.crawl")).doesNotExist();
    Snapshot snapshot = Snapshot.open(folder.resolve("all.parquet"));
    assertThat(snapshot.info().growth()).isNotEmpty();
    assertThat(snapshot.info().answered()).isGreaterThan(1_800);

    JsonNode buckets = run(census("buckets", path("all.parquet"), "--sample", "50"));
    assertThat(buckets.get("answering").asInt()).isGreaterThan(45);
    assertThat(buckets.get("buckets").get(0).get("contacts").asDouble()).isGreaterThan(7.5);
    assertThat(Snapshot.open(folder.resolve("all.parquet")).info().buckets()).hasSizeGreaterThan(5);
  }

  /** A process of its own, killed without warning; another goes on where it was. */
  @Test
  void aCensusThatWasKilledGoesOnToTheSameResult() throws Exception {
    List<String> words =
        census("take", "--out", path("killed"), "--rate", "500", "--recall", "0.99");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(words);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path journal = folder.resolve("killed.crawl");
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (process.isAlive() && (!Files.exists(journal) || Files.size(journal) < 30_000)) {
      assertThat(System.nanoTime()).as("the census gets going").isLessThan(deadline);
      Thread.sleep(10);
    }
    process.destroyForcibly().waitFor();
    assertThat(journal).exists();
    assertThat(folder.resolve("killed.parquet")).doesNotExist();

    JsonNode taken = run(census("take", "--out", path("killed"), "--recall", "0.99"));

    assertThat(taken.get("resumed").asBoolean()).isTrue();
    assertThat(taken.get("complete").asBoolean()).isTrue();
    assertThat(liveRecall(folder.resolve("killed.parquet"))).isGreaterThan(0.98);
    assertThat(journal).doesNotExist();
  }

  @Test
  void partsTakenByTwoProcessesAreMergedToTheWhole() throws IOException {
    run(census("take", "--out", path("part"), "--parts", "4", "--share", "1/2"));
    StringWriter out = new StringWriter();
    List<String> merge = new ArrayList<>(List.of("census", "merge"));
    merge.addAll(List.of(path("part-00.parquet"), path("part-10.parquet")));
    merge.addAll(List.of("--out", path("half"), "--json"));
    assertThat(execute(out, merge)).as(err.toString()).isZero();
    assertThat(err.toString()).contains("no part covers 01, 11");

    run(census("take", "--out", path("part"), "--parts", "4", "--share", "2/2"));
    merge = List.of("census", "merge", folder.toString(), "--out", path("whole"));
    Files.delete(folder.resolve("half.parquet"));
    assertThat(execute(out, merge)).as(err.toString()).isZero();
    assertThat(liveRecall(folder.resolve("whole.parquet"))).isGreaterThan(0.985);
    assertThat(failure(List.of("census", "merge", folder.toString(), "--out", path("whole"))))
        .contains("exists already");
  }

  @Test
  void snapshotsAreTakenOneAfterTheOther() {
    JsonNode watched =
        run(
            census(
                "watch", "--every", "1s", "--count", "2", "--out", path("day"), "--prefix", "1"));
    assertThat(watched.get("taken").asInt()).isEqualTo(2);
    assertThat(Snapshot.openAll(List.of(folder.resolve("day")))).hasSize(2);
  }

  @Test
  void onceADayIsAnIntervalAndAnAnswerCanBeCsv() {
    run(census("watch", "--every", "1d", "--count", "1", "--out", path("days"), "--prefix", "1"));
    StringWriter out = new StringWriter();
    String sql = "select 'a, \"b\"' as said, null as nothing, count(*) > 100 as many from nodes";
    assertThat(execute(out, List.of("census", "sql", sql, path("days"), "--csv")))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).isEqualTo("said,nothing,many\n\"a, \"\"b\"\"\",,true\n");
  }

  @Test
  void whenNobodyAnswersOneSentenceSaysSoAndNothingIsLeft() throws IOException {
    String said = failure(census("take", "--out", path("none"), "--bootstrap", "127.0.0.1:9"));
    assertThat(said)
        .isEqualTo(
            "orb: no bootstrap node answered (127.0.0.1:9): check the network, or name reachable nodes with --bootstrap");
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void badInputIsOneSentence() throws IOException {
    assertThat(failure(census("take", "--out", path("x"), "--prefix", "10a1")))
        .isEqualTo("orb: a prefix is written with 0 and 1 only: 10a1");
    err.getBuffer().setLength(0);
    Files.writeString(folder.resolve("x.crawl"), "no journal");
    assertThat(failure(census("take", "--out", path("x"))))
        .startsWith("orb: the checkpoint ")
        .endsWith("remove it to start afresh")
        .doesNotContain("\n");
    err.getBuffer().setLength(0);
    Files.writeString(folder.resolve("y.parquet"), "something");
    assertThat(failure(census("take", "--out", path("y"))))
        .contains("y.parquet exists already: give another --out, or remove it");
    assertThat(folder.resolve("y.parquet")).hasContent("something");
    err.getBuffer().setLength(0);
    assertThat(failure(census("take", "--out", path("z"), "--resume")))
        .contains("there is no unfinished snapshot");
    err.getBuffer().setLength(0);
    assertThat(failure(census("take", "--parts", "3"))).contains("power of two");
    err.getBuffer().setLength(0);
    assertThat(failure(census("take", "--rate-each", "5"))).contains("fewer than 5");
  }
}
