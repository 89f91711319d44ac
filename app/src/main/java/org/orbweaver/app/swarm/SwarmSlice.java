package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.archive.SliceFile;
import org.orbweaver.app.capture.CrawlExport;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.Slice;

/**
 * A crawl of a swarm as one file, or a directory of WARC files: a running peer brings it into a
 * directory first, which stays beside the file, so that the next time only news are brought.
 */
public final class SwarmSlice {
  /** What is wanted, and through which running peer. */
  public record Order(String crawl, Path peer) {}

  /**
   * What came of it.
   *
   * @param file the one file, if one was asked for
   */
  public record Report(CrawlExport.Report brought, SliceFile.@Nullable Report file) {}

  private final Holdings holdings;
  private final Path target;

  public SwarmSlice(Holdings holdings, Path target) {
    this.holdings = holdings;
    this.target = target;
  }

  public Report write(Order order, String title) throws IOException {
    boolean oneFile = Stream.of(".wacz", ".cdxj", ".parquet").anyMatch(target.toString()::endsWith);
    if (oneFile && Files.exists(target)) {
      throw new IllegalArgumentException(target + " exists already: choose another name");
    }
    Path directory = oneFile ? target.resolveSibling(target.getFileName() + ".warcs") : target;
    CrawlExport.Report brought =
        PeerOrders.ask(
                order.peer(),
                new PeerOrder.Export(order.crawl(), directory.toAbsolutePath().toString()))
            .export();
    if (brought == null) {
      throw new IOException("the peer has brought nothing");
    }
    if (!oneFile) {
      return new Report(brought, null);
    }
    try (Archive archive = holdings.open(warcs(directory), true)) {
      Slice all = Slice.of(null, null, null, "");
      return new Report(
          brought, new SliceFile(holdings, target.toString()).write(archive, all, title));
    }
  }

  private static List<String> warcs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".warc.gz")).sorted().toList();
    }
  }
}
