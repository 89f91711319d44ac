package org.orbweaver.cli.index;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.indexer.exchange.TextFile;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.titles.TitleFile;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb index titles}: takes in tables of films and series with their numbers. */
@Command(
    name = "titles",
    description = "Take in tables of films and series, so that they can be searched by number.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Known are IMDb's title.basics.tsv, AniDB's anime-titles.dat, TMDB's daily exports, each"
          + " plain or",
      "as .gz, and CSV with the columns title,year,kind,imdb,tmdb,tvdb,anidb. A line of CSV"
          + " without",
      "title says that its numbers mean the same, for example imdb,tvdb.",
      "",
      "Example:",
      "  orb index titles title.basics.tsv.gz tvdb.csv"
    })
final class IndexTitlesCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "The tables.")
  private List<Path> files;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexTitlesCommand() {}

  @Override
  public Integer call() throws IOException {
    try (TorrentStore store = options.open()) {
      for (Path file : files) {
        try (BufferedReader lines = TextFile.open(file)) {
          output.print(TitleFile.read(lines, store));
        }
      }
    }
    return 0;
  }
}
