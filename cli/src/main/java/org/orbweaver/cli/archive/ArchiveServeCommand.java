package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.search.TextIndex;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.cli.shell.PortNumber;
import org.orbweaver.console.archive.ArchiveProxy;
import org.orbweaver.console.archive.ArchiveServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive serve}: the archive in the browser. */
@Command(
    name = "serve",
    description = "Show collections, WARC and WACZ files in the browser.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Archived pages have a port of their own, so that none can touch the archive's pages.",
      "Also served: CDX server API at /cdx, Memento TimeMaps at /timemap/link/ADDRESS.",
      "",
      "Examples:",
      "  orb archive serve",
      "  orb archive serve news --port 9000",
      "  orb archive serve wget.warc.gz browsertrix.wacz",
      "  orb archive serve --proxy 8469 --at 20261101"
    })
final class ArchiveServeCommand implements Callable<Integer> {
  private static final long FOLLOW_SECONDS = 2;

  @Mixin private Output output;
  @Mixin private ArchiveOptions options;

  @Parameters(
      arity = "0..*",
      paramLabel = "COLLECTION",
      description = "Names of collections, or files; all public collections if none is given.")
  private List<String> names = List.of();

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host;

  @Option(
      names = "--port",
      defaultValue = "8467",
      converter = PortNumber.class,
      description = "Port; 0 for any free one.")
  private int port;

  @Option(
      names = "--replay-port",
      defaultValue = "8468",
      converter = PortNumber.class,
      description = "Port of archived pages; 0 for any free one.")
  private int replayPort;

  @Option(
      names = "--replay-origin",
      paramLabel = "ORIGIN",
      description = "Name of the archived pages' origin, if a proxy stands before it.")
  private @Nullable String replayOrigin;

  @Option(
      names = "--proxy",
      paramLabel = "PORT",
      converter = PortNumber.class,
      description = "Be an HTTP proxy on this port, too: a browser that uses it sees the past.")
  private @Nullable Integer proxyPort;

  @Option(names = "--at", description = "With --proxy: the date shown (2026, 20261115, …).")
  private @Nullable String at;

  @Option(names = "--seconds", defaultValue = "0", description = "Stop by itself; 0 for never.")
  private long seconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveServeCommand() {}

  record Report(
      String address, int replayPort, int proxyPort, String authority, List<String> collections) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    FuzzyRules fuzzy = FuzzyRules.usual();
    try (StopSignal stop = new StopSignal();
        Archive archive = options.open(names, false);
        TextSearch search = search(archive);
        ArchiveServer server =
            new ArchiveServer(archive, fuzzy, search, host, port, replayPort, replayOrigin);
        ArchiveProxy proxy = proxyPort == null ? null : proxy(archive, fuzzy, proxyPort)) {
      output.print(
          new Report(
              server.address(),
              server.replayPort(),
              proxy == null ? 0 : proxy.port(),
              proxy == null ? "" : options.data().resolve("archive-authority.pem").toString(),
              archive.sources().stream().map(CaptureSource::name).toList()));
      long end = seconds > 0 ? seconds : Long.MAX_VALUE;
      for (long waited = 0; waited < end && !stop.await(Math.min(FOLLOW_SECONDS, end - waited)); ) {
        waited += FOLLOW_SECONDS;
        follow(archive);
      }
    }
    return 0;
  }

  private ArchiveProxy proxy(Archive archive, FuzzyRules fuzzy, int listenOn) throws IOException {
    Instant date = at == null ? Archive.END_OF_TIME : Timestamp.end(at);
    return new ArchiveProxy(archive, fuzzy, date, options.data(), host, listenOn);
  }

  /** Over the text indexes that are there; null if none is. */
  private @Nullable TextSearch search(Archive archive) throws IOException {
    List<TextIndex> indexes = new ArrayList<>();
    for (CaptureSource source : archive.sources()) {
      Path directory = options.directory(source.name());
      TextIndex index =
          directory == null ? null : new TextIndex(directory.resolve(TextIndex.DIRECTORY));
      if (index != null && index.exists()) {
        indexes.add(index);
      }
    }
    return indexes.isEmpty() ? null : new TextSearch(indexes, archive.access());
  }

  /** A crawl may be writing what we show. */
  private void follow(Archive archive) {
    for (CaptureSource source : archive.sources()) {
      if (source instanceof IndexedSource indexed) {
        try {
          indexed.refresh();
        } catch (IOException e) {
          output.err().println("orb: " + source.name() + " cannot be followed: " + e.getMessage());
        }
      }
    }
  }
}
