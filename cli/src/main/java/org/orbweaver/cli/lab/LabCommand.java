package org.orbweaver.cli.lab;

import java.util.List;
import java.util.ServiceLoader;
import org.orbweaver.shell.Branches;
import org.orbweaver.shell.Experiments;
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
    synopsisSubcommandLabel = "EXPERIMENT",
    footer = {"", "Examples:", "  orb lab --list"})
@Branches(WorldCommand.class)
public final class LabCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "Name all experiments, a line each.")
  private boolean list;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  LabCommand() {}

  /** The experiments that are there. */
  public static List<Class<?>> found() {
    return ServiceLoader.load(Experiments.class).stream()
        .flatMap(each -> each.get().commands().stream())
        .toList();
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
