package org.orbweaver.census.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.snapshot.ScratchFolder;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

/**
 * Three snapshots of a made-up network, whose figures are known. Nodes 0–99 answer in the first,
 * 20–119 in the second, 20–119 and 0–9 in the third; besides them there are a sybil's ten IDs at
 * one address, an ID at two addresses, a private address, and an endpoint that changes its ID.
 */
class AnalysisTest {
  private static final Endpoint SYBIL = Endpoint.parse("80.0.0.1:1000");
  private static final Endpoint CHANGING = Endpoint.parse("81.0.0.1:5000");

  @TempDir private static Path folder;
  private static AnalysisTables tables;
  private static AnalysisEngine engine;

  @BeforeAll
  static void takeThreeSnapshots() throws IOException {
    SnapshotMaker maker = new SnapshotMaker(folder);
    maker.write("one", 0, writer -> rows(0, 100, 1).forEach(writer::add));
    maker.write("two", 1, writer -> rows(20, 120, 2).forEach(writer::add));
    maker.write(
        "three",
        25,
        writer -> {
          rows(20, 120, 3).forEach(writer::add);
          IntStream.range(0, 10).forEach(i -> writer.add(node(i)));
        });
    tables =
        AnalysisTables.prepare(
            Snapshot.openAll(List.of(folder)), AnalysisTest::places, ScratchFolder.temporary());
    engine = new DuckDbEngine(tables);
  }

  @AfterAll
  static void close() {
    engine.close();
    tables.close();
  }

  @Test
  void populationCountsNodesIdsAndAddresses() {
    Table.Row one = engine.run(Analysis.POPULATION).rows().getFirst();
    assertThat(one.text("snapshot")).isEqualTo("one");
    assertThat(one.count("nodes")).isEqualTo(100 + 10 + 2 + 1 + 1);
    assertThat(one.count("answered")).isEqualTo(100 + 1);
    assertThat(one.count("ids")).isEqualTo(100 + 10 + 1 + 1 + 1);
    assertThat(one.count("addresses")).isEqualTo(100 + 1 + 2 + 1 + 1);
    assertThat(one.count("ipv6_nodes")).isEqualTo(1);
    assertThat(one.figure("estimated_live")).isEqualTo(1234.5);
    assertThat(one.value("estimated_nodes")).isNull();
    assertThat(one.count("planted_found")).isEqualTo(15);
  }

  @Test
  void recaptureIsChapmansEstimator() {
    Table.Row pair = engine.run(Analysis.RECAPTURE).rows().getFirst();
    // Answered: 100 nodes and the one whose ID changes, in each; 80 of them in both.
    assertThat(pair.count("in_both")).isEqualTo(80);
    assertThat(pair.figure("population")).isCloseTo(102.0 * 102 / 81 - 1, within(1e-9));
    double deviation = Math.sqrt(102.0 * 102 * 21 * 21 / (81.0 * 81 * 82));
    assertThat(pair.figure("high") - pair.figure("low")).isCloseTo(3.92 * deviation, within(1e-9));
  }

  @Test
  void churnTellsWhoStayedLeftCameAndReturned() {
    List<Table.Row> steps = engine.run(Analysis.CHURN).rows();
    assertThat(steps).hasSize(2);
    assertThat(counts(steps.get(0), "stayed", "gone", "new", "returned"))
        .containsExactly(80L, 21L, 21L, 0L);
    assertThat(counts(steps.get(1), "stayed", "gone", "new", "returned"))
        .containsExactly(100L, 1L, 11L, 10L);
    assertThat(steps.get(0).figure("seconds")).isEqualTo(3600);
  }

  @Test
  void subspacesAddUpToAllIds() {
    Table spaces = engine.run(Analysis.ID_SPACES).where(row -> row.count("number") == 1);
    assertThat(spaces.rows().stream().mapToLong(row -> row.count("ids")).sum()).isEqualTo(113);
    assertThat(spaces.rows()).extracting(row -> row.text("prefix")).isSorted().contains("FF");
  }

  @Test
  void theSybilLeadsItsTableWithItsNetwork() {
    Table.Row first = engine.run(Analysis.IDS_PER_ADDRESS).rows().getFirst();
    assertThat(first.text("address")).isEqualTo("80.0.0.1");
    assertThat(counts(first, "place", "ids", "ports", "answered", "asn"))
        .containsExactly(1L, 10L, 10L, 0L, 64500L);
    assertThat(first.text("network")).isEqualTo("Sybil Inc.");
    Table crowding = engine.run(Analysis.ADDRESS_CROWDING).where(row -> row.count("number") == 1);
    assertThat(crowding.rows()).hasSize(2);
    assertThat(counts(crowding.rows().getLast(), "class", "fewest", "most", "addresses", "ids"))
        .containsExactly(3L, 10L, 10L, 1L, 10L);
  }

  @Test
  void privateAddressesAreSortedByKind() {
    Table.Row row = engine.run(Analysis.PRIVATE_ADDRESSES).rows().getFirst();
    assertThat(row.text("kind")).isEqualTo("192.168.0.0/16");
    assertThat(row.count("nodes")).isEqualTo(1);
  }

  @Test
  void clientsAndVersionsAreThoseOfNodesThatAnswered() {
    Table clients = engine.run(Analysis.CLIENTS).where(row -> row.count("number") == 1);
    assertThat(clients.rows()).extracting(row -> row.text("client")).containsExactly("LT", "none");
    assertThat(clients.rows().getFirst().count("nodes")).isEqualTo(100);
    assertThat(engine.run(Analysis.CLIENT_VERSIONS).rows().getFirst().text("version"))
        .isEqualTo("LT0200");
  }

  @Test
  void bep42CountsPublicAddressesOnly() {
    Table.Row one = engine.run(Analysis.BEP42).rows().getFirst();
    assertThat(counts(one, "nodes", "conforming", "answered_conforming"))
        .containsExactly(113L, 100L, 100L);
  }

  @Test
  void anIdAtSeveralAddressesIsFound() {
    Table.Row row = engine.run(Analysis.SCATTERED_IDS).rows().getFirst();
    assertThat(row.text("id")).isEqualTo("FF".repeat(20));
    assertThat(counts(row, "addresses", "such_ids")).containsExactly(2L, 1L);
  }

  @Test
  void anEndpointThatChangesItsIdIsFound() {
    Table changing = engine.run(Analysis.CHANGING_IDS);
    assertThat(changing.rows()).hasSize(1);
    assertThat(changing.rows().getFirst().text("address")).isEqualTo("81.0.0.1");
    assertThat(counts(changing.rows().getFirst(), "ids", "snapshots")).containsExactly(3L, 3L);
  }

  @Test
  void roundTripsAreInMilliseconds() {
    Table.Row one = engine.run(Analysis.ROUND_TRIPS).rows().getFirst();
    assertThat(one.figure("least")).isEqualTo(0.0);
    assertThat(one.figure("median")).isEqualTo(49.0);
    assertThat(one.figure("most")).isEqualTo(99.0);
    Table histogram =
        engine.run(Analysis.ROUND_TRIP_HISTOGRAM).where(row -> row.count("number") == 1);
    assertThat(histogram.rows())
        .extracting(row -> row.count("answers"))
        .containsExactly(21L, 20L, 20L, 20L, 20L);
  }

  @Test
  void errorsTellWhatBecameOfEveryNode() {
    Table one = engine.run(Analysis.ERRORS).where(row -> row.count("number") == 1);
    assertThat(one.rows())
        .extracting(row -> row.text("outcome") + " " + row.count("nodes"))
        .containsExactly("answered 101", "wrong_id 10", "not asked 2", "silent 1");
  }

  @Test
  void countriesAndNetworksComeFromThePlaces() {
    Table countries = engine.run(Analysis.COUNTRIES).where(row -> row.count("number") == 1);
    assertThat(countries.rows())
        .extracting(row -> row.text("country") + " " + row.count("nodes"))
        .containsExactly("?? 104", "RU 10");
    assertThat(engine.run(Analysis.NETWORKS).rows().getFirst().count("asn")).isEqualTo(64500);
  }

  @Test
  void daysAreFoldedIntoHours() {
    Table daily = engine.run(Analysis.DAILY);
    // One o'clock comes twice: one hour and twenty-five hours after the start, at 22:13 UTC.
    assertThat(daily.rows()).extracting(row -> row.count("hour")).containsExactly(22L, 23L);
    assertThat(daily.rows().getLast().count("snapshots")).isEqualTo(2);
    assertThat(daily.rows().getLast().figure("nodes")).isEqualTo((114 + 124) / 2.0);
  }

  @Test
  void packetsPerNodeSayWhatWasImposed() {
    Table one = engine.run(Analysis.PACKETS_PER_NODE).where(row -> row.count("number") == 1);
    assertThat(one.rows())
        .extracting(row -> row.count("packets") + ":" + row.count("nodes"))
        .containsExactly("0:2", "1:102", "2:10");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "copy nodes to 'x.csv'",
        "drop table snapshots",
        "select 1; drop table snapshots",
        "install httpfs",
        "attach 'x.db'",
        "set threads = 9"
      })
  void nothingCanBeChanged(String sql) {
    assertThatThrownBy(() -> engine.query(sql, new Table.Builder()))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("not changed");
  }

  @Test
  void otherFilesCannotBeRead() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "x");
    assertThatThrownBy(
            () -> engine.query("select * from read_text('" + secret + "')", new Table.Builder()))
        .hasMessageContaining("Cannot access file");
  }

  @Test
  void aWrongQueryNamesTheTables() {
    assertThatThrownBy(() -> engine.query("select * from knots", new Table.Builder()))
        .hasMessageContaining("nodes, snapshots and places");
  }

  private static List<SnapshotRow> rows(int from, int to, int number) {
    List<SnapshotRow> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(node(i));
    }
    for (int i = 0; i < 10; i++) {
      rows.add(
          SnapshotMaker.row(
              new Key(i, 1, 1), SYBIL.withPort(1000 + i), false, 0, 0, 2, ErrorClass.WRONG_ID));
    }
    rows.add(unasked(Key.MAX, "82.0.0.1:7"));
    rows.add(unasked(Key.MAX, "[2a00::1]:7"));
    Endpoint home = Endpoint.parse("192.168.1.7:7");
    rows.add(SnapshotMaker.row(new Key(5, 5, 5), home, false, 0, 0, 1, ErrorClass.SILENT));
    rows.add(SnapshotMaker.row(new Key(9, 9, number), CHANGING, true, 0, 0, 1, ErrorClass.NONE));
    return rows;
  }

  private static SnapshotRow unasked(Key id, String endpoint) {
    return SnapshotMaker.row(id, Endpoint.parse(endpoint), false, 0, 0, 0, ErrorClass.NONE);
  }

  /** An honest node: a secure ID, its round trip i milliseconds, libtorrent 2.0. */
  private static SnapshotRow node(int i) {
    Endpoint endpoint = Endpoint.v4(0x5A00_0000 | i << 8 | 1, 6881);
    Key id = SecureId.of(endpoint, i, new SplittableRandom(i));
    return SnapshotMaker.row(id, endpoint, true, i * 1000, 0x4C54_0200, 1, ErrorClass.NONE);
  }

  private static void places(java.sql.Connection connection) throws java.sql.SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO places SELECT DISTINCT ip, 'RU', 64500, 'Sybil Inc.' FROM nodes"
              + " WHERE address = '80.0.0.1'");
    }
  }

  private static List<@Nullable Object> counts(Table.Row row, String... columns) {
    List<@Nullable Object> values = new ArrayList<>();
    for (String column : columns) {
      values.add(row.count(column));
    }
    return values;
  }
}
