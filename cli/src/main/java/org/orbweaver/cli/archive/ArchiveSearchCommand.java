package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.search.TextIndex;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.cli.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive search}: words in what was captured. */
@Command(
    name = "search",
    description = "Find words in pages and PDFs; the index is made and kept up to date by itself.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "All words must be there; \"a phrase\", -without, begin*.",
      "",
      "Examples:",
      "  orb archive search crawler politeness",
      "  orb archive search '\"time machine\" -film' --host example.org --from 2026",
      "  orb archive search --rebuild words"
    })
final class ArchiveSearchCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private ArchiveOptions options;

  @Parameters(arity = "0..*", paramLabel = "WORD", description = "What to look for.")
  private List<String> words = List.of();

  @Option(names = "--collection", description = "Only this collection.")
  private List<String> collections = List.of();

  @Option(names = "--host", description = "Only this host.")
  private @Nullable String host;

  @Option(names = "--type", description = "Only this media type.")
  private @Nullable String type;

  @Option(names = "--language", description = "Only this language (de, en, ja, zh).")
  private @Nullable String language;

  @Option(names = "--from", description = "Captured not before this time.")
  private @Nullable String from;

  @Option(names = "--to", description = "Captured not after this time.")
  private @Nullable String to;

  @Option(names = "--limit", defaultValue = "10", description = "Answers shown.")
  private int limit;

  @Option(names = "--rebuild", description = "Make the index anew.")
  private boolean rebuild;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveSearchCommand() {}

  record Report(long indexed, long found, List<TextSearch.Hit> hits) {}

  @Override
  public Integer call() throws IOException {
    long added = 0;
    List<TextIndex> indexes = new ArrayList<>();
    for (IndexedSource source : options.sources(collections, true)) {
      try (source) {
        Path directory = options.directory(source.name());
        if (directory == null) {
          throw new IllegalArgumentException("import the files first: orb archive import");
        }
        TextIndex index = new TextIndex(directory.resolve(TextIndex.DIRECTORY));
        added += index.update(source, rebuild);
        indexes.add(index);
      }
    }
    if (words.isEmpty()) {
      output.print(new Report(added, 0, List.of()));
      return 0;
    }
    try (TextSearch search = new TextSearch(indexes, options.access())) {
      TextSearch.Answer answer =
          search.search(
              new TextSearch.Question(
                  String.join(" ", words),
                  host,
                  type,
                  language,
                  from == null ? Archive.DAWN : Timestamp.start(from),
                  to == null ? Archive.END_OF_TIME : Timestamp.end(to),
                  limit));
      output.print(new Report(added, answer.found(), answer.hits()));
      return answer.hits().isEmpty() ? 1 : 0;
    }
  }
}
