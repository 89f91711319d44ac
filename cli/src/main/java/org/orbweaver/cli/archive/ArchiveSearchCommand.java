package org.orbweaver.cli.archive;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.indexer.torrent.SafeText;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.WrongUse;
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
      "  orb archive search --rebuild"
    })
final class ArchiveSearchCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private HoldingsOptions options;
  @Mixin private SliceOptions part;

  @Parameters(arity = "0..*", paramLabel = "WORD", description = "What to look for.")
  private List<String> words = List.of();

  @Option(names = "--host", description = "Only this host.")
  private @Nullable String host;

  @Option(names = "--type", description = "Only this media type.")
  private @Nullable String type;

  @Option(names = "--language", description = "Only this language (de, en, ja, zh).")
  private @Nullable String language;

  @Option(names = "--limit", defaultValue = "10", description = "Answers shown.")
  private int limit;

  @Option(names = "--rebuild", description = "Make the index anew.")
  private boolean rebuild;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveSearchCommand() {}

  record Report(long indexed, long found, List<TextSearch.Hit> hits) {}

  @Override
  public Integer call() throws IOException {
    Holdings holdings = options.holdings();
    Holdings.Words read = holdings.read(part.collections(), rebuild);
    if (words.isEmpty()) {
      if (!rebuild) {
        throw new WrongUse("there is nothing to look for: give a word");
      }
      output.print(new Report(read.added(), 0, List.of()));
      return 0;
    }
    Slice slice = Slice.of(null, part.from(), part.to(), "");
    try (TextSearch search = new TextSearch(read.indexes(), holdings.access())) {
      TextSearch.Answer answer =
          search.search(
              new TextSearch.Question(
                  String.join(" ", words), host, type, language, slice.from(), slice.to(), limit));
      if (output.json()) {
        output.print(new Report(read.added(), answer.found(), answer.hits()));
      } else {
        show(answer);
      }
      return answer.hits().isEmpty() ? 1 : 0;
    }
  }

  private void show(TextSearch.Answer answer) {
    for (TextSearch.Hit hit : answer.hits()) {
      line(hit.title().isBlank() ? hit.url() : hit.title());
      String more = hit.alike() == 0 ? "" : ", %,d more like it".formatted(hit.alike());
      line("  " + hit.url() + "  " + hit.at().truncatedTo(ChronoUnit.SECONDS) + more);
      line("  " + hit.plainSnippet());
    }
    line("%,d found".formatted(answer.found()));
  }

  private void line(String text) {
    output.out().println(SafeText.harmless(text));
  }
}
