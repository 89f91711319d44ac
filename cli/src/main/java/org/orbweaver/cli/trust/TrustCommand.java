package org.orbweaver.cli.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.HandDecisions;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.shell.DataOption;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb trust}: who contributes, who lied, and how one knows. */
@Command(
    name = "trust",
    description = {
      "Ask the peer that runs on a data directory who contributes to its swarm, and who is out.",
      "It tells on what evidence, which pages are disputed, what this peer is owed, and why it was",
      "refused something."
    },
    subcommands = {TrustVerifyCommand.class},
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Bans and pins are kept in trust.json in the data directory; give it to others, if you like:",
      "what they say is advice, and changes nothing here.",
      "",
      "Examples:",
      "  orb trust",
      "  orb trust --ban 0123…               never answer that peer; --pin, --by-rule",
      "  orb trust --advice their/trust.json",
      "  orb trust --evidence 0123… --into evidence.orbproof",
      "  orb trust verify evidence.orbproof"
    })
public final class TrustCommand implements Callable<Integer> {
  /** What somebody else would do, beside what is known here. */
  private record Advice(List<SwarmTrust.Contributor> bannedByThem) {}

  @Mixin private Output output;

  @Mixin private DataOption data;

  @Option(
      names = "--pin",
      paramLabel = "PEER",
      description = "Answer that peer whatever others say.")
  private @Nullable String pin;

  @Option(names = "--ban", paramLabel = "PEER", description = "Never answer that peer.")
  private @Nullable String ban;

  @Option(
      names = "--by-rule",
      paramLabel = "PEER",
      description = "Take back what was decided by hand.")
  private @Nullable String byRule;

  @Option(
      names = "--advice",
      paramLabel = "FILE",
      description = "Show whom somebody else has banned, and what is known of them here.")
  private @Nullable Path advice;

  @Option(
      names = "--evidence",
      paramLabel = "PEER",
      description = "Write the proof that this peer lied into --into.")
  private @Nullable String evidence;

  @Option(
      names = "--into",
      paramLabel = "FILE",
      description = "For --evidence; evidence.orbproof by default.")
  private Path into = Path.of("evidence.orbproof");

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  TrustCommand() {}

  @Override
  public Integer call() throws IOException {
    SwarmTrust trust = Objects.requireNonNull(PeerOrders.ask(data.directory(), order()).trust());
    if (advice == null) {
      output.print(trust);
    } else {
      HandDecisions theirs = HandDecisions.of(advice);
      output.print(
          new Advice(
              trust.contributors().stream()
                  .filter(each -> theirs.banned().contains(each.peer()))
                  .toList()));
    }
    return 0;
  }

  private PeerOrder order() {
    if (pin != null) {
      return new PeerOrder.Decide(pin, PeerOrder.Decision.PIN);
    }
    if (evidence != null) {
      return new PeerOrder.Evidence(evidence, into.toAbsolutePath().toString());
    }
    if (ban != null) {
      return new PeerOrder.Decide(ban, PeerOrder.Decision.BAN);
    }
    return byRule != null
        ? new PeerOrder.Decide(byRule, PeerOrder.Decision.BY_RULE)
        : new PeerOrder.Trust();
  }
}
