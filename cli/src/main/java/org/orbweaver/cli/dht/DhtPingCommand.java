package org.orbweaver.cli.dht;

import java.io.IOException;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.PingResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code orb dht ping}: is a node there, and who is it? */
@Command(
    name = "ping",
    description = "Ask one node whether it is there: its ID, round trip and client.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht ping 192.0.2.1:6881 --json"})
final class DhtPingCommand extends DhtQuestion {
  private record Report(String endpoint, String id, double roundTripMillis, String version) {}

  @Parameters(paramLabel = "IP:PORT", description = "The node to ask.")
  private String endpoint = "";

  /** Needs no way into the network: the one it asks is named. */
  @Override
  public Integer call() throws IOException {
    try (RunningNode node = options().startToAsk()) {
      output().print(ask(node));
      return 0;
    }
  }

  @Override
  Record ask(RunningNode node) {
    Endpoint asked = Endpoint.parse(endpoint);
    PingResult result =
        node.ask(
            Family.of(asked),
            options().patience(),
            (now, dht, outcome) -> dht.ping(now, asked, outcome::complete));
    return result
        .node()
        .map(
            contact ->
                new Report(
                    endpoint,
                    contact.id().toString(),
                    seconds(result.roundTrip()) * 1e3,
                    printable(result.version())))
        .orElseThrow(() -> new IllegalStateException("no answer from " + endpoint));
  }

  /** Two letters and two bytes, by custom; a stranger's bytes must not reach the terminal. */
  private static String printable(String version) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < version.length(); i++) {
      char c = version.charAt(i);
      text.append(c > ' ' && c < 127 ? String.valueOf(c) : String.format("\\x%02x", (int) c));
    }
    return text.toString();
  }
}
