package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void withoutACommandItSaysWhatThereIs() {
    assertThat(orb()).isZero();
    assertThat(out.toString()).contains("Usage: orb", "demo", "lab", "Examples:");
  }

  @Test
  void wrongUseIsOneClearSentenceAndExitCode2() {
    assertThat(orb("lab", "--lst")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("orb: Unknown option: '--lst'; see 'orb lab --help'");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void anUnknownCommandIsWrongUseToo() {
    assertThat(orb("fly")).isEqualTo(2);
    assertThat(err.toString()).startsWith("orb: Unmatched argument").hasLineCount(1);
  }

  @Test
  void everyCommandHasHelpWithAnExample() {
    forEachCommand(
        Main.commandLine(),
        command -> {
          String usage = command.getUsageMessage();
          assertThat(usage).as(command.getCommandName()).contains("Example", "--help");
        });
  }

  private static void forEachCommand(
      CommandLine command, java.util.function.Consumer<CommandLine> check) {
    check.accept(command);
    command.getSubcommands().values().forEach(each -> forEachCommand(each, check));
  }

  private int orb(String... arguments) {
    return CalledHere.orb(out, err, arguments);
  }
}
