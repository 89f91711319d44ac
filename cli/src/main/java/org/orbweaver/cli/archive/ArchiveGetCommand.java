package org.orbweaver.cli.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive get}: what an address was at a time. */
@Command(
    name = "get",
    description = "Print what an address was, decoded, at a time.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb archive get https://example.org/ > then.html",
      "  orb archive get https://example.org/logo.png --at 20261101 --out logo.png"
    })
final class ArchiveGetCommand implements Callable<Integer> {
  private static final int MOST = 1 << 30;

  @Mixin private Output output;
  @Mixin private HoldingsOptions options;

  @Parameters(paramLabel = "ADDRESS", description = "Whose content.")
  private String address;

  @Option(names = "--at", description = "Newest not newer than this (2026, 20261115, …).")
  private @Nullable String at;

  @Option(names = "--collection", description = "Only this collection or file.")
  private List<String> collections = List.of();

  @Option(names = "--out", paramLabel = "FILE", description = "Write it there.")
  private @Nullable Path out;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveGetCommand() {}

  record Report(
      String url, Instant captured, int status, String mediaType, long bytes, String collection) {}

  @Override
  public Integer call() throws IOException {
    Instant time = at == null ? Archive.END_OF_TIME : Timestamp.end(digits(at));
    try (Archive archive = options.holdings().open(collections, true)) {
      write(Holdings.captured(archive, address, time));
      return 0;
    }
  }

  private static String digits(String time) {
    return time.replaceAll("[-:TZ ]", "");
  }

  @SuppressWarnings("DefaultCharset") // bytes, as they were
  private void write(ArchivedCapture capture) throws IOException {
    try (Response response = capture.open()) {
      byte[] body = ContentDecoding.decode(response, MOST);
      if (out != null) {
        Files.write(out, body);
      }
      if (output.json() || out != null) {
        output.print(
            new Report(
                capture.url(),
                capture.at(),
                response.status(),
                capture.row().mediaType(),
                body.length,
                capture.source().name()));
      } else {
        OutputStream plain = System.out;
        plain.write(body);
        plain.flush();
      }
    }
  }
}
