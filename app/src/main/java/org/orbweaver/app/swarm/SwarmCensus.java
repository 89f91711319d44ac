package org.orbweaver.app.swarm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.capture.KeptResults;
import org.orbweaver.app.census.PrefixTasks;
import org.orbweaver.app.census.SnapshotName;
import org.orbweaver.app.census.SnapshotPart;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotException;
import org.orbweaver.census.snapshot.SnapshotMerge;
import org.orbweaver.census.snapshot.SnapshotReader;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.census.snapshot.SnapshotWriter;
import org.orbweaver.kademlia.Prefix;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A census that the peers of a swarm took, each a part, as one snapshot: a running peer brings the
 * parts, wherever they are kept, and they are merged. The parts stay beside the snapshot in {@code
 * NAME.parts}, so that the next time only what was missing is brought.
 *
 * <p>A part is a stranger's file. It counts if it can be read, and if all its nodes lie in the
 * prefix that its task was about: who took one part has no say in the others.
 */
public final class SwarmCensus {
  /**
   * What came of it.
   *
   * @param missing prefixes of the crawl's seeds that no part covers
   * @param refused parts that were brought and do not count, and why
   * @param notOfIt parts that a peer lists and that cannot have come of this crawl
   * @param twice prefixes of which two parts differ, which both count
   * @param asked peers, and
   * @param answered those that listed all they have
   */
  public record Report(
      @Nullable String snapshot,
      int parts,
      long nodes,
      long answeredNodes,
      long packets,
      List<String> missing,
      List<String> refused,
      int notOfIt,
      int twice,
      int asked,
      int answered) {
    public boolean isWhole() {
      return missing.isEmpty() && refused.isEmpty();
    }
  }

  private static final long LONGEST_DESCRIPTION = 16 << 20;

  /** Several times the whole DHT; a small Parquet file can say that it has many more rows. */
  private static final long MOST_NODES = 100_000_000;

  /** Of the name of a result's bytes. */
  private static final int DIGITS = 16;

  private final SnapshotName name;
  private final List<String> refused = new ArrayList<>();

  public SwarmCensus(SnapshotName name) {
    this.name = name;
  }

  public Report merge(SwarmSlice.Order order) throws IOException {
    if (Files.exists(name.parquet())) {
      throw new IOException(
          "the snapshot %s exists already: give another --out, or remove it"
              .formatted(name.parquet()));
    }
    Path directory = name.folder().toAbsolutePath().resolve(name.name() + ".parts");
    PeerAnswer.Collected collected =
        Objects.requireNonNull(
            PeerOrders.ask(
                    order.peer(), new PeerOrder.Collect(order.crawl(), "dht", directory.toString()))
                .collected());
    List<Snapshot> parts = new ArrayList<>();
    for (KeptResults.Brought each : KeptResults.in(directory)) {
      Snapshot part = part(directory, each);
      if (part != null) {
        parts.add(part);
      }
    }
    List<Prefix> wanted =
        collected.seeds().stream()
            .flatMap(seed -> Stream.ofNullable(PrefixTasks.part(seed)))
            .toList();
    if (wanted.isEmpty()) {
      throw new IOException(
          "crawl %s is no census: it has no seed dht:prefix/…".formatted(order.crawl()));
    }
    SnapshotMerge merge = parts.isEmpty() ? null : new SnapshotMerge(parts);
    List<String> missing =
        wanted.stream()
            .flatMap(space -> merge == null ? Stream.of(space) : merge.missing(space).stream())
            .map(space -> space.length() == 0 ? "all of it" : space.toString())
            .toList();
    Snapshot merged = merge == null ? null : merge.write(name.folder(), name.name());
    KeptResults.Report brought = collected.results();
    return new Report(
        merged == null ? null : merged.parquet().toString(),
        parts.size(),
        merged == null ? 0 : merged.info().nodes(),
        merged == null ? 0 : merged.info().answered(),
        merged == null ? 0 : merged.info().packets(),
        missing,
        List.copyOf(refused),
        brought.refused(),
        brought.twice(),
        brought.asked(),
        brought.answered());
  }

  /** A part as a snapshot of our own making; null if it does not count. */
  private @Nullable Snapshot part(Path directory, KeptResults.Brought brought) throws IOException {
    Prefix prefix = PrefixTasks.part(brought.uri());
    if (prefix == null) {
      refused.add(brought.uri() + ": it is no part of the DHT");
      return null;
    }
    String number = brought.file().substring(0, DIGITS);
    SnapshotName own = new SnapshotName(directory, "part-%s-%s".formatted(prefix, number));
    if (Files.exists(own.parquet())) {
      return Snapshot.open(own.parquet());
    }
    SnapshotName theirs = new SnapshotName(directory, "brought-" + number);
    try {
      unpack(directory.resolve(brought.file()), described(brought), theirs);
      return copy(Snapshot.open(theirs.parquet()), prefix, own);
    } catch (RuntimeException e) { // whatever a stranger's file may cause where it is read
      refused.add("%s: %s".formatted(brought.uri(), Sentence.of(e)));
      return null;
    } finally {
      Files.deleteIfExists(theirs.parquet());
      Files.deleteIfExists(theirs.description());
    }
  }

  private static long described(KeptResults.Brought brought) {
    try {
      return JsonMapper.shared().readValue(brought.summary(), SnapshotPart.class).described();
    } catch (JacksonException e) {
      throw new SnapshotException("its record does not say what it is", e);
    }
  }

  /** The description first, then the rows. */
  private static void unpack(Path result, long described, SnapshotName into) throws IOException {
    if (described < 0 || described > Math.min(LONGEST_DESCRIPTION, Files.size(result))) {
      throw new SnapshotException("its rows do not begin where its record says");
    }
    try (InputStream in = Files.newInputStream(result);
        OutputStream rows = Files.newOutputStream(into.parquet())) {
      Files.write(into.description(), in.readNBytes((int) described));
      in.transferTo(rows);
    }
  }

  /** Row by row, so that no odd file of one peer can spoil the merge of all. */
  static Snapshot copy(Snapshot part, Prefix prefix, SnapshotName into) throws IOException {
    if (!prefix.toString().equals(part.info().prefix())) {
      throw new SnapshotException(
          "it says that it is the part \"%s\"".formatted(part.info().prefix()));
    }
    long most = Math.min(MOST_NODES, part.info().nodes());
    try (SnapshotReader rows = part.read();
        SnapshotWriter writer = new SnapshotWriter(into.folder(), into.name())) {
      long copied = 0;
      for (SnapshotRow row = rows.next(); row != null; row = rows.next()) {
        if (++copied > most) {
          throw new SnapshotException("it has more than the %,d nodes it says".formatted(most));
        }
        if (!prefix.contains(row.id())) {
          throw new SnapshotException("it tells of nodes that lie elsewhere, such as " + row.id());
        }
        writer.add(row);
      }
      return writer.finish(part.info());
    }
  }
}
