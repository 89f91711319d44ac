package org.orbweaver.cli.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.classify.ClassifierScore;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb index classify}: all torrents by the present rules. */
@Command(
    name = "classify",
    description = "Classify all torrents again, after the rules have changed.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "With --measure the index is left alone: the rules are tried on names whose truth is known.",
      "Its columns, separated by tabs: extension, name, category, title, year, season, episode,",
      "resolution, languages; '?' for what is not known.",
      "",
      "Examples:",
      "  orb index classify --print-rules > my-rules.txt",
      "  orb index classify --rules my-rules.txt --measure names.tsv",
      "  orb index classify --rules my-rules.txt"
    })
final class IndexClassifyCommand implements Callable<Integer> {
  private static final int BATCH = 500;
  private static final int SHOWN = 50;

  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Option(
      names = "--measure",
      paramLabel = "FILE",
      description =
          "Compare with this file of names and their right answers, and print how often they agree.")
  private @Nullable Path truth;

  @Option(names = "--print-rules", description = "Print the rules that come with the program.")
  private boolean printRules;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexClassifyCommand() {}

  record Report(long torrents, long changed) {}

  /** One field; precision and recall as in {@link ClassifierScore.Field}. */
  record FieldReport(
      String field, int known, int found, int right, double precision, double recall) {}

  record Measured(List<FieldReport> fields, int mistakes, List<String> firstMistakes) {}

  @Override
  public Integer call() throws IOException {
    if (printRules) {
      output.out().print(RuleClassifier.builtInRules());
      output.out().flush();
    } else if (truth != null) {
      output.print(measure(truth));
    } else {
      output.print(classify());
    }
    return 0;
  }

  private Report classify() throws IOException {
    long torrents = 0;
    long changed = 0;
    try (TorrentStore store = options.openExisting()) {
      TorrentStore.Relabelled done = store.relabel(0, BATCH);
      while (done.last() >= 0) {
        torrents += done.seen();
        changed += done.changed();
        done = store.relabel(done.last(), BATCH);
      }
    }
    return new Report(torrents, changed);
  }

  private Measured measure(Path file) throws IOException {
    ClassifierScore score = new ClassifierScore(options.classifier());
    Files.readAllLines(file).forEach(score::add);
    List<String> mistakes = score.mistakes();
    return new Measured(
        score.fields().stream()
            .map(
                each ->
                    new FieldReport(
                        each.field(),
                        each.known(),
                        each.found(),
                        each.right(),
                        each.precision(),
                        each.recall()))
            .toList(),
        mistakes.size(),
        mistakes.subList(0, Math.min(SHOWN, mistakes.size())));
  }
}
