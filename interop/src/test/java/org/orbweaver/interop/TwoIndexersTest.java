package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.kademlia.Key;
import org.orbweaver.lab.search.ThrowawayPostgres;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.sim.world.loopback.LoopbackWorld;

/**
 * Two real indexers on one PostgreSQL, fetching from a world on loopback; one is killed with -9. A
 * trigger writes down every claim, so that the database itself tells who worked on what.
 */
@RealComponent(Component.POSTGRESQL)
class TwoIndexersTest {
  private static final int NODES = 2_000;
  private static final int TORRENTS = 400;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path folder;

  @Test
  void nothingIsFetchedTwiceAndNothingIsLostWhenOneIsKilled() throws Exception {
    int port = FreePort.next();
    WorldOptions options =
        WorldOptions.of(NODES, 1)
            .withPopulation(population -> population.at(AddressSpace.loopback(port)))
            .withContent(ContentOptions.of(TORRENTS));
    try (ThrowawayPostgres postgres = new ThrowawayPostgres();
        LoopbackWorld world = LoopbackWorld.open(options, (_, _) -> {})) {
      String address = postgres.database("two");
      try (TorrentStore store =
              TorrentStores.open(address, RuleClassifier.builtIn(), StoreSettings.DEFAULT);
          Connection connection = DriverManager.getConnection(address);
          Statement statement = connection.createStatement()) {
        writeClaimsDown(statement);
        Catalogue catalogue = world.world().catalogue();
        long now = System.currentTimeMillis() * 1_000_000;
        store.note(
            IntStream.range(0, TORRENTS)
                .mapToObj(torrent -> ObservedHash.attested(catalogue.infohash(torrent)))
                .toList(),
            now);
        Process victim = index(address, world, "127.0.61.1");
        Process survivor = index(address, world, "127.0.62.1");
        try {
          Eventually.holds(
              PATIENCE, () -> assertThat(fetched(store, now)).isGreaterThan(TORRENTS / 10L));
          victim.destroyForcibly().waitFor();
          long held = number(statement, "SELECT count(*) FROM hash WHERE turn = 3 AND state <> 4");
          // Ten minutes pass for the leases, and everything is there for the survivor to take.
          Eventually.holds(
              PATIENCE,
              () -> {
                statement.executeUpdate(
                    "UPDATE hash SET due = 0 WHERE turn = 3 AND state <> 4 AND hash NOT IN"
                        + " (SELECT hash FROM claim_log WHERE port IN (SELECT client_port FROM"
                        + " pg_stat_activity WHERE client_port IS NOT NULL))");
                assertThat(missing(world, store)).isEmpty();
              });
          assertThat(number(statement, "SELECT count(*) FROM torrent"))
              .isEqualTo(number(statement, "SELECT count(DISTINCT hash) FROM torrent"));
          assertThat(
                  number(
                      statement,
                      "SELECT count(*) FROM (SELECT hash FROM claim_log GROUP BY hash HAVING"
                          + " count(*) > 1) again"))
              .as("claimed twice, though only these were in work when one was killed")
              .isLessThanOrEqualTo(held);
        } finally {
          victim.destroyForcibly();
          survivor.destroyForcibly();
        }
      }
    }
  }

  /** By the port of the claiming indexer's connection, which dies with it. */
  private static void writeClaimsDown(Statement statement) throws SQLException {
    statement.execute("CREATE TABLE claim_log (hash bytea NOT NULL, port integer)");
    statement.execute(
        "CREATE FUNCTION write_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " INSERT INTO claim_log VALUES (NEW.hash, inet_client_port()); RETURN NULL; END $$");
    statement.execute(
        "CREATE TRIGGER claims AFTER UPDATE ON hash FOR EACH ROW WHEN (OLD.turn <> 3 AND NEW.turn"
            + " = 3 AND NEW.state <> 4) EXECUTE FUNCTION write_down()");
  }

  private Process index(String address, LoopbackWorld world, String home) throws IOException {
    Dht dht = world.world().ipv4();
    int known =
        IntStream.range(0, NODES)
            .filter(node -> !dht.population().silent(node))
            .findFirst()
            .orElseThrow();
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            "org.orbweaver.cli.Main",
            "index",
            "run",
            "--store",
            address,
            "--listen",
            home + ":0",
            "--bootstrap",
            dht.population().endpoint(known).toString(),
            "--no-sweep",
            "--console",
            "-1",
            "--tcp-port",
            "-1")
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(home).toFile())
        .start();
  }

  private static long fetched(TorrentStore store, long now) {
    return store.stats(now).hashes().getOrDefault(HashState.FETCHED, 0L);
  }

  /** What peers serve openly and the store does not have. */
  private static List<Key> missing(LoopbackWorld world, TorrentStore store) {
    Catalogue catalogue = world.world().catalogue();
    Swarms swarms = world.world().ipv4().swarms();
    return IntStream.range(0, TORRENTS)
        .filter(torrent -> !catalogue.isPrivate(torrent) && swarms.isFetchable(torrent))
        .mapToObj(catalogue::infohash)
        .filter(hash -> store.torrent(hash).isEmpty())
        .toList();
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
