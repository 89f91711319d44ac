package org.orbweaver.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class SettingsTest {
  @Command(name = "orb")
  static final class Root {}

  @Command(name = "spin")
  static final class Spin implements Runnable {
    @Option(names = "--turn-rate", defaultValue = "1")
    int turnRate;

    @Override
    public void run() {}
  }

  @TempDir private Path folder;

  @Test
  void whatIsTypedBeatsTheEnvironmentWhichBeatsTheFileWhichBeatsTheDefault() throws IOException {
    Path file = folder.resolve("orb.properties");
    Files.writeString(file, "spin.turn-rate = 2\n");
    String config = file.toString();
    Path empty = Files.writeString(folder.resolve("empty.properties"), "");
    assertThat(turnRate(Map.of("ORB_CONFIG", empty.toString()))).isEqualTo(1);
    assertThat(turnRate(Map.of("ORB_CONFIG", config))).isEqualTo(2);
    Map<String, String> both = Map.of("ORB_CONFIG", config, "ORB_SPIN_TURN_RATE", "3");
    assertThat(turnRate(both)).isEqualTo(3);
    assertThat(turnRate(both, "--turn-rate", "4")).isEqualTo(4);
  }

  @Test
  void whatIsMisspelledInTheFileIsNotPassedOver() throws IOException {
    for (String line : List.of("spin.turn-rat = 2", "spn.turn-rate = 2", "turn-rate = 2")) {
      Path file = Files.writeString(folder.resolve("orb.properties"), line);
      Settings settings = Settings.load(Map.of("ORB_CONFIG", file.toString()));
      CommandLine root = new CommandLine(new Root()).addSubcommand(new Spin());
      assertThatThrownBy(() -> settings.requireKnown(root))
          .as(line)
          .hasMessageContaining(file.toString())
          .hasMessageContaining(line.replaceFirst(" .*", ""));
    }
  }

  @Test
  void commandsThatAreOnlyMentionedAreNotAskedForTheirOptions() throws IOException {
    Path file = Files.writeString(folder.resolve("orb.properties"), "other.speed = 2\n");
    CommandLine root =
        new CommandLine(new Root())
            .addSubcommand(new CommandLine(CommandSpec.create().name("other")));
    Settings.load(Map.of("ORB_CONFIG", file.toString())).requireKnown(root);
  }

  @Test
  void aFileThatIsNotThereOrIsNoneIsToldInASentence() throws IOException {
    String missing = folder.resolve("none").toString();
    assertThatThrownBy(() -> Settings.load(Map.of("ORB_CONFIG", missing)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no settings file " + missing);
    Path broken = Files.writeString(folder.resolve("broken"), "up.data = \\u00zz");
    assertThatThrownBy(() -> Settings.load(Map.of("ORB_CONFIG", broken.toString())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be read");
  }

  private static int turnRate(Map<String, String> environment, String... options)
      throws IOException {
    Spin spin = new Spin();
    CommandLine line = new CommandLine(new Root()).addSubcommand(spin);
    line.setDefaultValueProvider(Settings.load(environment));
    String[] arguments = new String[options.length + 1];
    arguments[0] = "spin";
    System.arraycopy(options, 0, arguments, 1, options.length);
    assertThat(line.execute(arguments)).isZero();
    return spin.turnRate;
  }
}
