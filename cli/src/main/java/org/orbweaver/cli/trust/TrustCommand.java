package org.orbweaver.cli.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.HandDecisions;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.shell.DataOption;
import org.orbweaver.shell.Output;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
      "PEER is an address, or the beginning of a peer's name as 'orb trust' shows it.",
      "Bans and pins are kept in trust.json in the data directory. Give it to others, if",
      "you like: what theirs says is advice, and changes nothing here.",
      "",
      "Examples:",
      "  orb trust",
      "  orb trust --ban 8f3a12                   never answer that peer",
      "  orb trust --by-rule 10.0.0.7:7000        take a ban or a pin back",
      "  orb trust --advice their/trust.json",
      "  orb trust --evidence 8f3a12 --into evidence.orbproof",
      "  orb trust --other-version http://example.org/ --into theirs.warc.gz",
      "  orb trust verify evidence.orbproof"
    })
public final class TrustCommand implements Callable<Integer> {
  /** What somebody else would do, beside what is known here. */
  private record Advice(List<SwarmTrust.Contributor> bannedByThem) {}

  @Spec private CommandSpec spec;

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
      names = "--other-version",
      paramLabel = "PAGE",
      description = {
        "Write what others were served at a disputed address into --into, as WARC.",
        "What its author brought: orb peers --get PAGE."
      })
  private @Nullable String otherVersion;

  @Option(
      names = "--into",
      paramLabel = "FILE",
      description = {
        "For --evidence (evidence.orbproof by default) and --other-version (other-version.warc.gz)."
      })
  private @Nullable Path into;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  TrustCommand() {}

  @Override
  public Integer call() throws IOException {
    HandDecisions theirs = advice == null ? null : HandDecisions.of(advice);
    SwarmTrust trust = Objects.requireNonNull(PeerOrders.ask(data.directory(), order()).trust());
    if (theirs == null && output.json()) {
      output.print(trust);
    } else if (theirs == null) {
      TrustTables.print(trust, output.out());
      if (evidence != null) {
        output.err().printf("The evidence is in %s; 'orb trust verify' checks it.%n", into());
      } else if (otherVersion != null) {
        output.err().printf("What others were served is in %s.%n", into());
      }
    } else {
      output.print(
          new Advice(
              trust.contributors().stream()
                  .filter(each -> theirs.banned().contains(each.peer()))
                  .toList()));
    }
    return 0;
  }

  private Path into() {
    return into != null
        ? into
        : Path.of(evidence != null ? "evidence.orbproof" : "other-version.warc.gz");
  }

  private PeerOrder order() {
    if (Stream.of(pin, ban, byRule, evidence, otherVersion, advice).filter(Objects::nonNull).count()
        > 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "one thing at a time: give one of --pin, --ban, --by-rule, --evidence, --other-version"
              + " and --advice");
    }
    if (pin != null) {
      return new PeerOrder.Decide(pin, PeerOrder.Decision.PIN);
    }
    if (evidence != null) {
      return new PeerOrder.Evidence(evidence, into().toAbsolutePath().toString());
    }
    if (otherVersion != null) {
      return new PeerOrder.OtherVersion(otherVersion, into().toAbsolutePath().toString());
    }
    if (ban != null) {
      return new PeerOrder.Decide(ban, PeerOrder.Decision.BAN);
    }
    return byRule != null
        ? new PeerOrder.Decide(byRule, PeerOrder.Decision.BY_RULE)
        : new PeerOrder.Trust();
  }
}
