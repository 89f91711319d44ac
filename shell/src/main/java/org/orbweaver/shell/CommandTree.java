package org.orbweaver.shell;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The program's commands, as many of them as a call needs. */
public final class CommandTree {
  private final Function<Class<?>, List<Class<?>>> found;

  /**
   * @param found commands below a command that are not in its {@link Branches}
   */
  public CommandTree(Function<Class<?>, List<Class<?>>> found) {
    this.found = found;
  }

  /** All of them, for whoever wants to look at each. */
  public CommandLine whole(Class<?> root) {
    CommandLine line = new CommandLine(root);
    for (Class<?> branch : branches(root)) {
      line.addSubcommand(whole(branch));
    }
    return line;
  }

  /**
   * The one that the words name, with what is above it and below it. The others are there by name
   * and description only, for help and for who misspells one.
   */
  public CommandLine named(Class<?> root, List<String> words) {
    CommandLine line = new CommandLine(root);
    String first = words.isEmpty() ? "" : words.getFirst();
    for (Class<?> branch : branches(root)) {
      boolean named = command(branch).name().equals(first);
      line.addSubcommand(
          named ? named(branch, words.subList(1, words.size())) : mentioned(command(branch)));
    }
    return line;
  }

  private static CommandLine mentioned(Command command) {
    CommandSpec spec = CommandSpec.create().name(command.name());
    spec.usageMessage().description(command.description()).hidden(command.hidden());
    return new CommandLine(spec);
  }

  private static Command command(Class<?> of) {
    return Objects.requireNonNull(of.getAnnotation(Command.class));
  }

  private List<Class<?>> branches(Class<?> of) {
    Branches own = of.getAnnotation(Branches.class);
    Class<?>[] listed = own == null ? new Class<?>[0] : own.value();
    return Stream.concat(Stream.of(listed), found.apply(of).stream()).toList();
  }
}
