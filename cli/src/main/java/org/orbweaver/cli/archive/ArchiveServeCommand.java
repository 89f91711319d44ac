package org.orbweaver.cli.archive;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.archive.WordsKeeper;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.console.archive.ArchiveProxy;
import org.orbweaver.console.archive.ArchiveServer;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.PortNumber;
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
  @Mixin private HoldingsOptions options;

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

  @Option(names = "--search", description = "Keep words searchable, also of a running crawl.")
  private boolean words;

  @Option(names = "--seconds", defaultValue = "0", description = "Stop by itself; 0 for never.")
  private long seconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveServeCommand() {}

  record Report(
      String address, int replayPort, int proxyPort, String authority, List<String> collections) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    FuzzyRules fuzzy = FuzzyRules.usual();
    Holdings holdings = options.holdings();
    Instant date = at == null ? Archive.END_OF_TIME : Timestamp.end(at);
    try (StopSignal stop = new StopSignal();
        Archive archive = holdings.open(names, false);
        TextSearch search = new TextSearch(holdings.texts(archive), archive.access());
        WordsKeeper _ = words ? holdings.keepWords(names) : null;
        ArchiveServer server =
            new ArchiveServer(archive, fuzzy, search, host, port, replayPort, replayOrigin);
        ArchiveProxy proxy =
            proxyPort == null
                ? null
                : new ArchiveProxy(archive, fuzzy, date, holdings.data(), host, proxyPort)) {
      output.print(
          new Report(
              server.address(),
              server.replayPort(),
              proxy == null ? 0 : proxy.port(),
              proxy == null ? "" : holdings.data().resolve("archive-authority.pem").toString(),
              archive.sources().stream().map(CaptureSource::name).toList()));
      long end = seconds > 0 ? seconds : Long.MAX_VALUE;
      for (long waited = 0; waited < end && !stop.await(Math.min(FOLLOW_SECONDS, end - waited)); ) {
        waited += FOLLOW_SECONDS;
        holdings.follow(archive);
      }
    }
    return 0;
  }
}
