package org.orbweaver.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.orbweaver.app.Sentence;
import org.orbweaver.cli.archive.ArchiveCommand;
import org.orbweaver.cli.census.CensusCommand;
import org.orbweaver.cli.crawl.CrawlCommand;
import org.orbweaver.cli.dht.DhtCommand;
import org.orbweaver.cli.index.IndexCommand;
import org.orbweaver.cli.lab.LabCommand;
import org.orbweaver.cli.swarm.PeersCommand;
import org.orbweaver.cli.swarm.UpCommand;
import org.orbweaver.cli.trust.TrustCommand;
import org.orbweaver.shell.Branches;
import org.orbweaver.shell.CommandTree;
import org.orbweaver.shell.Settings;
import org.orbweaver.shell.WrongUse;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of the command tree. */
@Command(
    name = "orb",
    description = "One coordinator-free crawler for the web and for the BitTorrent DHT.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  orb demo                          see what it can do, offline, in a minute",
      "  orb up                            the real thing, with a console in the browser",
      "  orb crawl https://example.org/    one job alone",
      "  orb crawl --help                  options and examples of one command",
      "",
      "Options also come from the environment (ORB_UP_CONSOLE=9000) and from",
      "~/.config/orbweaver/orb.properties (up.console = 9000), or the file in ORB_CONFIG."
    })
@Branches({
  DemoCommand.class,
  DhtCommand.class,
  CensusCommand.class,
  IndexCommand.class,
  CrawlCommand.class,
  ArchiveCommand.class,
  UpCommand.class,
  PeersCommand.class,
  TrustCommand.class,
  LabCommand.class
})
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  Main() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) {
    try {
      return named(List.of(arguments)).execute(arguments);
    } catch (UncheckedIOException e) { // of the settings, which are read before any command
      System.err.println("orb: " + Sentence.of(e));
      return ExitCode.USAGE;
    }
  }

  /** As much of the tree as these words need. */
  static CommandLine named(List<String> words) {
    return ready(new CommandTree(Main::found).named(Main.class, words));
  }

  /** The whole tree. */
  static CommandLine commandLine() {
    return ready(new CommandTree(Main::found).whole(Main.class));
  }

  private static List<Class<?>> found(Class<?> below) {
    return below == LabCommand.class ? LabCommand.found() : List.of();
  }

  private static CommandLine ready(CommandLine line) {
    line.setResourceBundle(new HelpTexts());
    Settings settings = settings();
    line.setDefaultValueProvider(settings);
    line.setExecutionStrategy(
        parsed -> {
          settings.requireKnown(line);
          return new CommandLine.RunLast().execute(parsed);
        });
    line.setParameterExceptionHandler((problem, _) -> wrongUse(problem, settings));
    line.setExecutionExceptionHandler(Main::failed);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  private static Settings settings() {
    try {
      return Settings.load(System.getenv());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Without a command there is nothing to do but to say what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int wrongUse(ParameterException problem, Settings settings) {
    CommandLine line = problem.getCommandLine();
    String help = line.getCommandSpec().qualifiedName() + " --help";
    String set = settings.origin(problem.getArgSpec(), problem.getValue());
    line.getErr()
        .println("orb: " + Sentence.of(problem) + set + meant(problem) + "; see '" + help + "'");
    return ExitCode.USAGE;
  }

  private static String meant(ParameterException problem) {
    List<String> near =
        problem instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    return near.isEmpty() ? "" : ", did you mean " + String.join(" or ", near) + "?";
  }

  private static int failed(Exception problem, CommandLine line, CommandLine.ParseResult parsed) {
    line.getErr().println("orb: " + Sentence.of(problem));
    if (System.getenv("ORB_TRACE") != null) {
      problem.printStackTrace(line.getErr());
    }
    return problem instanceof WrongUse ? ExitCode.USAGE : ExitCode.SOFTWARE;
  }
}
