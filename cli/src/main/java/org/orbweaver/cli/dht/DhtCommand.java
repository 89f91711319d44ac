package org.orbweaver.cli.dht;

import org.orbweaver.shell.Branches;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code orb dht}: the Mainline DHT by hand. */
@Command(
    name = "dht",
    description = "Talk to the BitTorrent DHT: ping, look up, announce, store, or run a node.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  orb dht ping 192.0.2.1:6881",
      "  orb dht get-peers 'magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567'",
      "  orb dht run --listen 0.0.0.0:6881"
    })
@Branches({
  DhtPingCommand.class,
  DhtFindNodeCommand.class,
  DhtGetPeersCommand.class,
  DhtAnnounceCommand.class,
  DhtScrapeCommand.class,
  DhtSampleCommand.class,
  DhtGetCommand.class,
  DhtPutCommand.class,
  DhtSizeCommand.class,
  DhtTableCommand.class,
  DhtRunCommand.class
})
public final class DhtCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  DhtCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
