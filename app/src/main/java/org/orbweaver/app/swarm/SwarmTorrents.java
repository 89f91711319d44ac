package org.orbweaver.app.swarm;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.orbweaver.app.capture.KeptResults;
import org.orbweaver.app.index.InfohashTasks;
import org.orbweaver.app.index.TorrentImport;
import org.orbweaver.indexer.exchange.TorrentLine;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.kademlia.Key;

/**
 * The torrents that the peers of a swarm found in a crawl, in one index: a running peer brings them
 * into a directory, which stays, so that the next time only news are brought.
 */
public final class SwarmTorrents {
  /** A torrent of 200,000 files has some 20 MB; what is larger is nobody's honest work. */
  private static final long LONGEST = 64 << 20;

  /**
   * What came of it.
   *
   * @param torrents brought, now or before
   * @param added to the index
   * @param withoutMetadata seeds of which nobody found more than the hash, or not yet
   * @param missing torrents that the swarm lists and nobody who answered could give
   * @param refused what was brought and is not the torrent that was asked for, and why
   * @param notOfIt what a peer lists and cannot have come of this crawl
   * @param twice torrents of which two peers tell different things
   */
  public record Report(
      int torrents,
      long added,
      int withoutMetadata,
      int missing,
      List<String> refused,
      int notOfIt,
      int twice,
      int asked,
      int answered) {
    public boolean isWhole() {
      return missing == 0 && refused.isEmpty();
    }
  }

  private final Path directory;
  private final TorrentStore store;
  private final Consumer<String> log;
  private final List<String> refused = new ArrayList<>();

  /**
   * @param directory for what is brought
   */
  public SwarmTorrents(Path directory, TorrentStore store, Consumer<String> log) {
    this.directory = directory.toAbsolutePath();
    this.store = store;
    this.log = log;
  }

  public Report take(SwarmSlice.Order order) throws IOException {
    PeerAnswer.Collected collected =
        Objects.requireNonNull(
            PeerOrders.ask(
                    order.peer(),
                    new PeerOrder.Collect(order.crawl(), "magnet", directory.toString()))
                .collected());
    Path lines = directory.resolve("torrents.jsonl");
    int torrents = write(lines);
    long added = new TorrentImport(lines, store, log).run().added();
    long wanted =
        collected.seeds().stream().filter(seed -> InfohashTasks.infohash(seed) != null).count();
    KeptResults.Report brought = collected.results();
    return new Report(
        torrents,
        added,
        (int) Math.max(0, wanted - brought.results()),
        brought.missing(),
        List.copyOf(refused),
        brought.refused(),
        brought.twice(),
        brought.asked(),
        brought.answered());
  }

  private int write(Path lines) throws IOException {
    int torrents = 0;
    try (BufferedWriter out = Files.newBufferedWriter(lines)) {
      for (KeptResults.Brought each : KeptResults.in(directory)) {
        Path file = directory.resolve(each.file());
        try {
          out.write(line(each.uri(), file));
          out.newLine();
          torrents++;
        } catch (IllegalArgumentException e) {
          refused.add("%s: %s".formatted(each.uri(), e.getMessage()));
        }
      }
    }
    return torrents;
  }

  /** One line, of that torrent. */
  private static String line(String uri, Path file) throws IOException {
    if (Files.size(file) > LONGEST) {
      throw new IllegalArgumentException("it is too long for a torrent");
    }
    String line = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    Key wanted = InfohashTasks.infohash(uri);
    if (line.lines().count() != 1 || !TorrentLine.read(line).entry().hash().equals(wanted)) {
      throw new IllegalArgumentException("it tells of another torrent");
    }
    return line;
  }
}
