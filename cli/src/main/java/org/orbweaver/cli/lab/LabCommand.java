package org.orbweaver.cli.lab;

import java.util.Objects;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code orb lab}: the experiments, one subcommand each. They are no part of the installed program;
 * a checkout has them.
 */
@Command(
    name = "lab",
    description = "Run one experiment; every figure in the documentation comes from one.",
    mixinStandardHelpOptions = true,
    subcommands = WorldCommand.class,
    synopsisSubcommandLabel = "EXPERIMENT",
    footer = {"", "Examples:", "  orb lab --list"})
public final class LabCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "Name all experiments, a line each.")
  private boolean list;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  LabCommand() {}

  /** Adds the experiments that are there to the command {@code lab} of this program. */
  public static void find(CommandLine program) {
    CommandLine lab = Objects.requireNonNull(program.getSubcommands().get("lab"));
    for (Experiments found : ServiceLoader.load(Experiments.class)) {
      found.commands().forEach(lab::addSubcommand);
    }
  }

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
    if (spec.subcommands().size() == 1) {
      spec.commandLine()
          .getErr()
          .println("orb: the experiments are not installed; a checkout's ./orb has them");
    }
  }
}
