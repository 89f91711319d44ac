package org.orbweaver.cli.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.Invitation;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.shell.DataOption;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.RhythmOptions;
import org.orbweaver.shell.pages.ReachOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code orb peers}: how the peer on this machine and its swarm are doing. */
@Command(
    name = "peers",
    description = "Ask the peer that runs on a data directory for its swarm and its figures.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  orb peers",
      "  orb peers --seed https://example.org/ --scope host --depth 3",
      "  orb peers --seed https://example.org/ --pages 100000 --bytes 20GB --may-stop all",
      "  orb peers --seed https://example.org/ --every 1d",
      "  orb peers --seed dht:prefix/                a census by the whole swarm",
      "  orb peers --failed                          what could not be fetched, and why",
      "  orb peers --invite                          a link for orb up --join",
      "  orb peers --pause 0123456789abcdef          and --resume, and --stop",
      "  orb peers --crawl 0123456789abcdef --take-down 'example.org/me/*' --because 'I was asked"
          + " to'",
      "  orb peers --get https://example.org/ --into page.warc.gz",
      "  orb peers --data first --seed https://example.org/ --json"
    })
public final class PeersCommand implements Callable<Integer> {
  /** What could not be done, and why. */
  private record Failures(List<PeerAnswer.FailedTask> failed) {}

  /** A link to join by. */
  private record Invited(String invitation) {}

  private static final int MOST_FAILED = 10_000;

  @Spec private CommandSpec spec;
  @Mixin private Output output;

  @Mixin private DataOption data;

  @Option(
      names = "--seed",
      paramLabel = "URI",
      split = ",",
      converter = SeedUri.class,
      description = {
        "Begin a crawl with these first, and wait until its record and its seeds are on r disks:",
        "${bundle:task.forms}"
      })
  private List<String> seeds = List.of();

  @Mixin private ReachOptions reach;

  @Mixin private RhythmOptions rhythm;

  @Option(
      names = "--may-stop",
      split = ",",
      paramLabel = "PEER",
      description = "With --seed: peers that may stop it too, by address or key; 'all' that live.")
  private List<String> mayStop = List.of();

  @Option(
      names = "--stop",
      paramLabel = "CRAWL",
      description = "Stop the crawl of that number, which this peer has begun or was named for.")
  private @Nullable String stop;

  @Option(
      names = "--take-down",
      paramLabel = "ADDRESS",
      description = {
        "Have all peers show no more what the crawl of --crawl, which this peer has begun,"
            + " captured",
        "of that address; of all that begin so, with * behind it. --because says why."
      })
  private @Nullable String takeDown;

  @Option(names = "--because", paramLabel = "WHY", description = "What visitors are told.")
  private @Nullable String because;

  @Option(
      names = "--lift",
      paramLabel = "ADDRESS",
      description = "Take a takedown of the crawl of --crawl back.")
  private @Nullable String lift;

  @Option(
      names = "--pause",
      paramLabel = "CRAWL",
      description = "Have the crawl of that number rest, which this peer has begun.")
  private @Nullable String pause;

  @Option(names = "--resume", paramLabel = "CRAWL", description = "Have it go on.")
  private @Nullable String resume;

  @Option(
      names = "--get",
      paramLabel = "URI",
      converter = SeedUri.class,
      description = "Bring what the swarm keeps of that page, whoever fetched it, as WARC records.")
  private @Nullable String wanted;

  @Option(
      names = "--crawl",
      paramLabel = "CRAWL",
      description = {
        "With --take-down and --lift: the crawl's number. With --get: of the crawl that fetched"
            + " it;",
        "all that this peer knows by default."
      })
  private @Nullable String crawl;

  @Option(
      names = "--into",
      paramLabel = "FILE",
      description = "Where to write it.",
      defaultValue = "page.warc.gz",
      showDefaultValue = CommandLine.Help.Visibility.ALWAYS)
  private Path into;

  @Option(
      names = "--failed",
      description = "List the tasks that could not be done, and why, as far as this peer knows.")
  private boolean failed;

  @Option(
      names = "--invite",
      description = {
        "Print a link by which others join: orb up --join LINK. Who answers them must have the",
        "keys that it names. It says the name of the usual swarm only."
      })
  private boolean invite;

  @Option(
      names = "--with-name",
      description = {
        "With --invite: say the name of a private swarm, too; whoever has such a link can join."
      })
  private boolean withName;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  PeersCommand() {}

  @Override
  public Integer call() throws IOException {
    PeerAnswer answer = PeerOrders.ask(data.directory(), order());
    if (wanted != null) {
      output.err().printf("orb: %s is in %s%n", wanted, into);
    } else if (invite) {
      print(new Invited(Objects.requireNonNull(answer.invitation())));
    } else if (failed) {
      output.print(new Failures(answer.failed()));
    } else {
      output.print(Objects.requireNonNull(answer.status()));
    }
    return 0;
  }

  /** The link alone, so that another command can be given it as it is. */
  private void print(Invited invited) {
    if (output.json()) {
      output.print(invited);
      return;
    }
    output.out().println(invited.invitation());
    output.out().flush();
    if (Invitation.parse(invited.invitation()).swarm() == null) {
      output
          .err()
          .println("orb: who is invited must add --swarm NAME; --with-name puts it into the link");
    }
  }

  private PeerOrder takedown() {
    if (crawl == null || (takeDown == null) == (lift == null)) {
      throw new ParameterException(
          spec.commandLine(), "say --crawl and one of --take-down and --lift");
    }
    if (takeDown == null) {
      return new PeerOrder.TakeDown(crawl, Objects.requireNonNull(lift), null);
    }
    if (because == null || because.isBlank()) {
      throw new ParameterException(
          spec.commandLine(), "--take-down needs --because: visitors are told why");
    }
    return new PeerOrder.TakeDown(crawl, takeDown, because);
  }

  private PeerOrder order() {
    if (stop != null) {
      return new PeerOrder.Stop(stop);
    }
    if (takeDown != null || lift != null) {
      return takedown();
    }
    if (pause != null) {
      return new PeerOrder.Rest(pause, true);
    }
    if (resume != null) {
      return new PeerOrder.Rest(resume, false);
    }
    if (wanted != null) {
      return new PeerOrder.Get(wanted, crawl, into.toAbsolutePath().toString());
    }
    if (invite) {
      return new PeerOrder.Invite(withName);
    }
    if (failed) {
      return new PeerOrder.Failed(MOST_FAILED);
    }
    return seeds.isEmpty()
        ? new PeerOrder.Status()
        : new PeerOrder.Seed(
            seeds,
            reach.depth(),
            rhythm.lastsSeconds(),
            rhythm.everySeconds(),
            reach.terms(),
            mayStop);
  }
}
