package org.orbweaver.census.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class SnapshotFileTest {
  private static final SnapshotInfo INFO =
      new SnapshotInfo(
          SnapshotSchema.FORMAT,
          "Orbweaver 1",
          "sweep",
          "verify",
          "1001",
          1_000_000,
          9_000_000,
          0,
          0,
          1234,
          1000,
          new SnapshotInfo.Estimate(700.5, 3.5, null, 0.999),
          List.of(new SnapshotInfo.Growth(1.5, 10, 20, 1e6, 2e6)),
          new SnapshotInfo.Planted(256, 255),
          List.of(new SnapshotInfo.Bucket(0, 2000, 7.9)),
          Map.of("rate", "40000"));

  @TempDir private Path folder;

  @Test
  void rowsComeBackAsTheyWereAndSortedById() throws IOException {
    List<SnapshotRow> rows = randomRows(5000, 17);
    Snapshot written = write("whole", rows);

    List<SnapshotRow> read = new ArrayList<>();
    try (SnapshotReader reader = Snapshot.open(written.parquet()).read()) {
      reader.forEach(read::add);
    }

    rows.sort(Comparator.comparing(SnapshotRow::id).thenComparing(SnapshotRow::endpoint));
    assertThat(read).isEqualTo(rows);
  }

  @Test
  void theDescriptionComesBackAndCountsTheRows() throws IOException {
    List<SnapshotRow> rows = randomRows(100, 3);
    SnapshotInfo info = Snapshot.open(write("described", rows).parquet()).info();

    assertThat(info.nodes()).isEqualTo(100);
    assertThat(info.answered()).isEqualTo(rows.stream().filter(SnapshotRow::answered).count());
    assertThat(info).isEqualTo(INFO.counting(info.nodes(), info.answered()));
  }

  @Test
  void nothingIsLeftOfASnapshotThatWasNotFinished() throws IOException {
    try (SnapshotWriter writer = new SnapshotWriter(folder, "dropped")) {
      randomRows(10, 1).forEach(writer::add);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void onlyTheTwoFilesAreLeftOfAFinishedOne() throws IOException {
    write("two", randomRows(10, 1));
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("two.parquet", "two.json");
    }
  }

  @Test
  void anEmptySnapshotIsOne() throws IOException {
    try (SnapshotReader reader = Snapshot.open(write("none", List.of()).parquet()).read()) {
      assertThat(reader.next()).isNull();
    }
  }

  @Test
  void aFileThatWasCutOffIsOneSentence() throws IOException {
    Path parquet = write("cut", randomRows(1000, 5)).parquet();
    byte[] bytes = Files.readAllBytes(parquet);
    for (int length : new int[] {0, 3, 11, bytes.length / 2, bytes.length - 1}) {
      Files.write(parquet, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> Snapshot.open(parquet))
          .isInstanceOf(SnapshotException.class)
          .message()
          .contains("cut.parquet cannot be read")
          .doesNotContain("\n");
    }
  }

  @Test
  void anotherParquetFileIsNoSnapshot() throws IOException {
    try (EdgeWriter edges = new EdgeWriter(folder, "graph")) {
      edges.add(Key.ZERO, Key.MAX);
      edges.add(Key.ZERO, Key.MAX);
      Path file = edges.finish();
      assertThatThrownBy(() -> Snapshot.open(file)).hasMessageContaining("is no snapshot");
    }
  }

  @Test
  void aFolderGivesItsSnapshotsAndNotItsEdges() throws IOException {
    write("b", randomRows(3, 2));
    write("a", randomRows(3, 1));
    try (EdgeWriter edges = new EdgeWriter(folder, "a")) {
      edges.finish();
    }
    assertThat(Snapshot.openAll(List.of(folder)))
        .extracting(Snapshot::name)
        .containsExactly("a", "b");
  }

  @Test
  void aDamagedDescriptionIsOneSentence() throws IOException {
    Path parquet = write("odd", randomRows(3, 2)).parquet();
    Files.writeString(folder.resolve("odd.json"), "{\"format\": ");
    assertThatThrownBy(() -> Snapshot.open(parquet)).hasMessageContaining("odd.json is damaged");
  }

  @Test
  void versionsAreTextThatKeepsAllFourBytes() {
    assertThat(ClientVersion.text(0x4C54_0200)).isEqualTo("LT0200");
    assertThat(ClientVersion.text(0x00FF_0102)).isEqualTo("00ff0102");
    assertThat(ClientVersion.text(0)).isNull();
    for (int version : new int[] {0x4C54_0200, 0x00FF_0102, 0, -1, 0x5554_FFFF}) {
      assertThat(ClientVersion.parse(ClientVersion.text(version))).isEqualTo(version);
    }
  }

  private Snapshot write(String name, List<SnapshotRow> rows) throws IOException {
    try (SnapshotWriter writer = new SnapshotWriter(folder, name)) {
      rows.forEach(writer::add);
      return writer.finish(INFO);
    }
  }

  private static List<SnapshotRow> randomRows(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ErrorClass[] errors = ErrorClass.values();
    List<SnapshotRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean answered = random.nextBoolean();
      Endpoint endpoint =
          random.nextInt(5) == 0
              ? Endpoint.v6(random.nextLong(), random.nextLong(), random.nextInt(65536))
              : Endpoint.v4(random.nextInt(), random.nextInt(65536));
      rows.add(
          new SnapshotRow(
              Key.random(random),
              endpoint,
              random.nextLong(1L << 52),
              random.nextLong(1L << 52),
              answered,
              answered ? random.nextInt(1 << 30) : SnapshotRow.NO_ANSWER,
              answered ? random.nextInt() : 0,
              random.nextBoolean(),
              random.nextInt(1, 65536),
              random.nextInt(256),
              answered ? ErrorClass.NONE : errors[random.nextInt(errors.length)]));
    }
    return rows;
  }
}
