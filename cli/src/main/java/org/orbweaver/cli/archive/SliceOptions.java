package org.orbweaver.cli.archive;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.archive.replay.Archive;
import picocli.CommandLine.Option;

/** Which collections, and which times. */
final class SliceOptions {
  @Option(names = "--collection", description = "Only this collection or file.")
  private List<String> collections = List.of();

  @Option(names = "--from", description = "Not older than this time (2026, 202611, …).")
  private @Nullable String from;

  @Option(names = "--to", description = "Not newer than this time.")
  private @Nullable String to;

  Archive open(Holdings holdings) throws IOException {
    return holdings.open(collections, true);
  }

  List<String> collections() {
    return collections;
  }

  @Nullable String from() {
    return from;
  }

  @Nullable String to() {
    return to;
  }
}
