package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.WrongUse;
import org.orbweaver.web.CrawlRule;
import org.orbweaver.web.CrawlSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb crawl}: a polite, complete, resumable crawl into WARC files. */
@Command(
    name = "crawl",
    description = "Crawl web sites into a collection of WARC files; run again to go on.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    subcommands = {
      CrawlListing.Log.class,
      CrawlListing.Failed.class,
      CrawlListing.Skipped.class,
      CrawlRetryCommand.class,
      CrawlLoginCommand.class,
      CrawlOrder.Change.class,
      CrawlOrder.Pause.class,
      CrawlOrder.Resume.class,
      CrawlOrder.Keep.class,
      CrawlOrder.Back.class,
      CrawlRhythmCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything in scope was asked for",
      "1:stopped, or nothing could be fetched",
      "2:wrong use",
      "3:done, but some addresses failed"
    },
    footer = {
      "",
      "Examples:",
      "  orb crawl https://example.org/",
      "  orb crawl https://example.org/docs/ --scope prefix --depth 5 --collection docs",
      "  orb crawl https://app.example.org/ --render",
      "  orb crawl --seeds sites.txt --every 1d --contact mailto:me@example.org",
      "  orb crawl --print-rules",
      "  orb crawl failed --collection docs",
      "  orb crawl http://intranet.local/ --allow intranet.local --delay 200ms --json"
    })
public final class CrawlCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private CrawlJob job;

  @Parameters(arity = "0..*", paramLabel = "URL", description = "Where to start.")
  private List<String> urls = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "FILE",
      description = "More URLs, a line each; # starts a comment.")
  private @Nullable Path seeds;

  @Option(
      names = "--print-rules",
      description = "Print every rule that leaves addresses out, as it is set here, and end.")
  private boolean printRules;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlCommand() {}

  /** What {@code --print-rules} prints. */
  record Rules(List<CrawlRule> rules) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (printRules) {
      CrawlSettings set = CrawlSettings.of(job.place().directory());
      output.print(new Rules(CrawlRule.of(set.apply(job.options()))));
      return ExitCode.OK;
    }
    List<WebUrl> starts = starts();
    if (starts.isEmpty() && !Files.isDirectory(job.place().directory())) {
      throw new WrongUse(
          "there is nothing to crawl: give a URL or --seeds FILE, or name a collection to go on"
              + " with");
    }
    return job.run(starts, output, crawl -> {});
  }

  private static List<String> read(Path file) throws IOException {
    try {
      String text = Files.readString(file);
      return (text.startsWith("\uFEFF") ? text.substring(1) : text).lines().toList();
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is no list of addresses: it is not text in UTF-8", e);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no file " + file, e);
    }
  }

  private List<WebUrl> starts() throws IOException {
    List<String> lines = new ArrayList<>(urls);
    if (seeds != null) {
      lines.addAll(read(seeds));
    }
    return lines.stream()
        .map(line -> line.replaceFirst("(^|\\s)#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .map(line -> line.contains("://") ? line : "https://" + line)
        .map(WebUrl::of)
        .toList();
  }
}
