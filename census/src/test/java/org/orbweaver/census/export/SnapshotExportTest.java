package org.orbweaver.census.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.census.analysis.SnapshotMaker;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotReader;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class SnapshotExportTest {
  private static final byte[] KEY = "an example of sixteen".getBytes(UTF_8);

  @TempDir private Path folder;

  @Test
  void aPseudonymIsTheSameEverywhereAndOnlyForItsKey() {
    Endpoint endpoint = Endpoint.parse("192.0.2.1:6881");
    Endpoint pseudonym = new Pseudonyms(KEY).address(endpoint);
    assertThat(new Pseudonyms(KEY).address(endpoint)).isEqualTo(pseudonym);
    assertThat(new Pseudonyms("another sixteen bytes".getBytes(UTF_8)).address(endpoint))
        .isNotEqualTo(pseudonym);
    assertThat(pseudonym.port()).isEqualTo(6881);
    assertThat(pseudonym.addressText()).startsWith("fd");
  }

  @Test
  void addressesOfOneNetworkShareHalfOfTheirPseudonym() {
    Pseudonyms pseudonyms = new Pseudonyms(KEY);
    Endpoint first = pseudonyms.address(Endpoint.parse("192.0.2.1:1"));
    Endpoint second = pseudonyms.address(Endpoint.parse("192.0.2.2:1"));
    Endpoint other = pseudonyms.address(Endpoint.parse("192.0.3.1:1"));
    assertThat(first.high()).isEqualTo(second.high()).isNotEqualTo(other.high());
    assertThat(first.low()).isNotEqualTo(second.low());
  }

  @Test
  void aShortKeyIsRefused() {
    assertThatThrownBy(() -> new Pseudonyms(new byte[15])).hasMessageContaining("at least 16");
  }

  @Test
  void exportKeepsEverythingButTheAddresses() throws IOException {
    Snapshot source = new SnapshotMaker(folder.resolve("in")).randomNetwork(300, 1, 5).getFirst();
    Pseudonyms pseudonyms = new Pseudonyms(KEY);
    Path exported =
        new SnapshotExport(
                folder.resolve("out"),
                ExportFormat.PARQUET,
                row -> row.renamed(row.id(), pseudonyms.address(row.endpoint())))
            .write(source);

    List<Key> before = ids(source);
    List<Key> after = ids(Snapshot.open(exported));
    assertThat(after).isEqualTo(before);
    assertThat(Files.readString(folder.resolve("out").resolve("random-0.json"))).contains("sweep");
    try (SnapshotReader reader = Snapshot.open(exported).read()) {
      reader.forEach(row -> assertThat(row.endpoint().addressText()).startsWith("fd"));
    }
  }

  @Test
  void textFormatsHaveALineForEachNode() throws IOException {
    Snapshot source = new SnapshotMaker(folder.resolve("in")).randomNetwork(50, 1, 5).getFirst();
    int nodes = ids(source).size();
    Path csv = new SnapshotExport(folder.resolve("out"), ExportFormat.CSV, r -> r).write(source);
    Path json = new SnapshotExport(folder.resolve("out"), ExportFormat.JSON, r -> r).write(source);
    assertThat(Files.readAllLines(csv)).hasSize(nodes + 1).first().asString().startsWith("id,");
    assertThat(Files.readAllLines(json)).hasSize(nodes).first().asString().startsWith("{\"id\":");
    try (var files = Files.list(folder.resolve("out"))) {
      assertThat(files).containsExactlyInAnyOrder(csv, json);
    }
  }

  @Test
  void aSnapshotIsNotReplacedByItsExport() throws IOException {
    Snapshot source = new SnapshotMaker(folder).randomNetwork(10, 1, 5).getFirst();
    SnapshotExport export = new SnapshotExport(folder, ExportFormat.PARQUET, row -> row);
    assertThatThrownBy(() -> export.write(source)).hasMessageContaining("another folder");
  }

  private static List<Key> ids(Snapshot snapshot) {
    List<Key> ids = new ArrayList<>();
    try (SnapshotReader reader = snapshot.read()) {
      for (SnapshotRow row = reader.next(); row != null; row = reader.next()) {
        ids.add(row.id());
      }
    }
    return ids;
  }
}
