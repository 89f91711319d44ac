package org.orbweaver.cli.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.cli.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code orb peers}: how the peer on this machine and its swarm are doing. */
@Command(
    name = "peers",
    description = "Ask the peer that runs on a data directory for its swarm and its figures.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  orb peers --data first",
      "  orb peers --data first --seed https://example.org/ --json"
    })
public final class PeersCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "The running peer's data directory.")
  private Path data;

  @Option(
      names = "--seed",
      paramLabel = "URI",
      split = ",",
      description = "Hand these tasks to the swarm first, and wait until they are on r disks.")
  private List<String> seeds = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  PeersCommand() {}

  @Override
  public Integer call() throws IOException {
    String question = seeds.isEmpty() ? "status" : "seed " + String.join(" ", seeds);
    String answer = ControlSocket.ask(data, question);
    if (answer.startsWith("orb: ")) {
      throw new IOException(answer.substring("orb: ".length()));
    }
    output.print(JsonMapper.shared().readValue(answer, PeerStatus.class));
    return 0;
  }
}
