package org.orbweaver.census.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.census.snapshot.SnapshotWriter;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

/** Snapshots made up for tests, of a network that changes a little from one to the next. */
public final class SnapshotMaker {
  public static final long START = 1_700_000_000_000_000L;
  public static final long HOUR = 3_600_000_000L;

  private final Path folder;

  public SnapshotMaker(Path folder) {
    this.folder = folder;
  }

  /** Writes the rows that the consumer adds, as the snapshot taken that many hours after START. */
  public Snapshot write(String name, int hour, Consumer<SnapshotWriter> rows) {
    try (SnapshotWriter writer = new SnapshotWriter(folder, name)) {
      rows.accept(writer);
      return writer.finish(info(hour));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A few snapshots that have something for every analysis. */
  public List<Snapshot> randomNetwork(int nodes, int snapshots, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<SnapshotRow> alive = new java.util.ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      alive.add(randomRow(random));
    }
    List<Snapshot> made = new java.util.ArrayList<>();
    for (int k = 0; k < snapshots; k++) {
      for (int i = 0; i < nodes / 10; i++) {
        alive.set(random.nextInt(nodes), randomRow(random));
      }
      made.add(
          write("random-" + k, k * 5, writer -> alive.stream().distinct().forEach(writer::add)));
    }
    return made;
  }

  private static SnapshotRow randomRow(RandomGenerator random) {
    Endpoint endpoint =
        switch (random.nextInt(10)) {
          case 0 -> Endpoint.v6(0x2001_0db8L << 32, random.nextInt(50), 6881);
          case 1 -> Endpoint.v4(0x0A00_0000 | random.nextInt(40), random.nextInt(3));
          case 2 -> Endpoint.v4(0x5000_0000 | random.nextInt(8), random.nextInt(1, 9));
          default -> Endpoint.v4(random.nextInt(), random.nextInt(65536));
        };
    Key id =
        switch (random.nextInt(5)) {
          case 0 -> new Key(random.nextInt(20), 7, 7);
          case 1 -> SecureId.of(endpoint, random.nextInt(), random);
          default -> Key.random(random);
        };
    boolean answers = random.nextInt(3) > 0;
    ErrorClass error = ErrorClass.values()[random.nextInt(ErrorClass.values().length)];
    int version = new int[] {0, 0x4C54_0200, 0x5554_1234, 0x0001_0203}[random.nextInt(4)];
    int asked = random.nextInt(4) + (answers || error != ErrorClass.NONE ? 1 : 0);
    return row(id, endpoint, answers, random.nextInt(3_000_000), version, asked, error);
  }

  public static SnapshotRow row(
      Key id,
      Endpoint endpoint,
      boolean answers,
      int roundTrip,
      int version,
      int asked,
      ErrorClass error) {
    return new SnapshotRow(
        id,
        endpoint,
        START,
        START + 1_000,
        answers,
        answers ? roundTrip : SnapshotRow.NO_ANSWER,
        answers ? version : 0,
        SecureId.conforms(id, endpoint),
        3,
        asked,
        answers ? ErrorClass.NONE : error);
  }

  private static SnapshotInfo info(int hour) {
    long start = START + hour * HOUR;
    return new SnapshotInfo(
        1,
        "test",
        "sweep",
        "verify",
        "",
        start,
        start + 60_000_000,
        0,
        0,
        5000,
        4000,
        new SnapshotInfo.Estimate(1234.5, 12.5, null, 0.99),
        List.of(),
        new SnapshotInfo.Planted(16, 15),
        List.of(),
        Map.of());
  }
}
