package org.orbweaver.cli.lab;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orb lab}: the experiments, one subcommand each. */
@Command(
    name = "lab",
    description = "Run one experiment; every figure in the documentation comes from one.",
    mixinStandardHelpOptions = true,
    subcommands = {
      WireCommand.class,
      CalibrateCommand.class,
      AnswersCommand.class,
      WorldCommand.class,
      LookupsCommand.class,
      TimeoutsCommand.class,
      HarvestCommand.class,
      AttacksCommand.class,
      ServeCommand.class,
      WorldSpeedCommand.class,
      LoopbackCensusCommand.class,
      SpliderCommand.class,
      ChaosCommand.class,
      OverlayCommand.class,
      LinksCommand.class,
      ClusterCommand.class,
      ThreadsCommand.class,
      SuspectsCommand.class,
      DayCommand.class,
      SessionsCommand.class,
      SearchCommand.class,
      WebcrawlCommand.class,
      WebspeedCommand.class,
      FilterCommand.class,
      IndexLabCommand.class
    },
    synopsisSubcommandLabel = "EXPERIMENT",
    footer = {"", "Examples:", "  orb lab --list"})
public final class LabCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "Name all experiments, a line each.")
  private boolean list;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  LabCommand() {}

  @Override
  public void run() {
    if (!list) {
      spec.commandLine().usage(spec.commandLine().getOut());
      return;
    }
    spec.subcommands()
        .forEach(
            (name, experiment) ->
                spec.commandLine()
                    .getOut()
                    .printf(
                        "%-12s %s%n",
                        name,
                        String.join(
                            " ", experiment.getCommandSpec().usageMessage().description())));
  }
}
