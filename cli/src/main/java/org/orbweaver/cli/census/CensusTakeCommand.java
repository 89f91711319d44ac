package org.orbweaver.cli.census;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.DataDirectory;
import org.orbweaver.app.Progress;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.census.CensusTaking;
import org.orbweaver.app.census.PartShare;
import org.orbweaver.app.census.PlantedNodes;
import org.orbweaver.app.census.SnapshotName;
import org.orbweaver.app.census.TakenSnapshot;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb census take}: a snapshot of a DHT, or of parts of it. */
@Command(
    name = "take",
    description = "Take a snapshot of the whole DHT, or of a part of it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Ctrl-C writes what there is; the same command, or --resume, goes on with it, also after",
      "a crash. Parts need no word between those who take them; orb census merge joins them.",
      "",
      "Examples:",
      "  orb census take",
      "  orb census take --out snapshots/monday --verify --rate 20000",
      "  orb census take --out snapshots/part --prefix 1001",
      "  orb census take --out snapshots/all --parts 256 --share 2/4",
      "  orb census take --resume"
    })
final class CensusTakeCommand implements Callable<Integer> {
  /**
   * So long planted nodes are left alone before the census begins: others must get to know them.
   */
  private static final Duration SETTLING = Duration.ofSeconds(20);

  private static final Duration SETTLING_AT_HOME = Duration.ofSeconds(3);

  @Mixin private Output output;
  @Mixin private NetworkOptions network;
  @Mixin private CrawlChoices choices;

  @Option(
      names = "--out",
      paramLabel = "DIR/NAME",
      description =
          "The snapshot to write, without its ending; by default named by the time, in "
              + DataDirectory.USUAL
              + "/snapshots.")
  private @Nullable Path out;

  @Option(
      names = "--prefix",
      paramLabel = "BITS",
      defaultValue = "",
      description = "Only nodes whose ID begins so, such as 1001.")
  private String prefix = "";

  @Option(
      names = "--parts",
      paramLabel = "NUMBER",
      description =
          "Take the DHT in this many parts, a power of two, one after the other: NAME-00000000 …")
  private @Nullable Integer parts;

  @Option(
      names = "--share",
      paramLabel = "I/N",
      defaultValue = "1/1",
      description =
          "Written I/N: of the parts, take only every N-th from the I-th on, for N processes.")
  private String share = "1/1";

  @Option(names = "--resume", description = "Go on with an unfinished snapshot.")
  private boolean resume;

  @Option(
      names = "--plant",
      paramLabel = "NODES",
      defaultValue = "0",
      description =
          "Run this many nodes of our own meanwhile, and say how many of them were found.")
  private int plant;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  CensusTakeCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    PartShare partShare = PartShare.of(Prefix.parse(prefix), parts, share);
    List<Endpoint> bootstrap = network.bootstrapNodes();
    try (StopSignal stop = new StopSignal();
        Progress progress = output.progress();
        @Nullable PlantedNodes planted = plant(bootstrap)) {
      if (resume) {
        SnapshotName name = SnapshotName.unfinished(out);
        output.print(taking(progress, stop, planted, "").resume(name, bootstrap));
        return 0;
      }
      SnapshotName name = SnapshotName.of(out);
      if (parts == null) {
        Prefix part = Prefix.parse(prefix);
        output.print(taking(progress, stop, planted, "").take(name, plan(part), bootstrap));
      } else {
        takeParts(name, partShare, bootstrap, progress, stop, planted);
      }
    }
    return 0;
  }

  private void takeParts(
      SnapshotName name,
      PartShare partShare,
      List<Endpoint> bootstrap,
      Progress progress,
      StopSignal stop,
      @Nullable PlantedNodes planted)
      throws IOException, InterruptedException {
    List<TakenSnapshot> taken = new ArrayList<>();
    int before = 0;
    for (Prefix part : partShare.prefixes()) {
      SnapshotName partName = name.part(part.toString());
      if (Files.exists(partName.parquet()) && !Files.exists(partName.journal())) {
        before++;
        continue;
      }
      if (stop.awaitMillis(0)) {
        break;
      }
      taken.add(taking(progress, stop, planted, part + ": ").take(partName, plan(part), bootstrap));
    }
    output.print(TakenParts.of(partShare.prefixes().size(), before, taken));
  }

  private CensusTaking taking(
      Progress progress, StopSignal stop, @Nullable PlantedNodes planted, String what) {
    return choices.taking(network, output, progress, what, stop, planted);
  }

  private CensusPlan plan(Prefix part) {
    return choices.plan(part, network.ipv6());
  }

  private @Nullable PlantedNodes plant(List<Endpoint> bootstrap)
      throws IOException, InterruptedException {
    if (plant == 0) {
      return null;
    }
    boolean ours = network.settings().anyAddress();
    Duration settling = ours ? SETTLING_AT_HOME : SETTLING;
    output.err().printf("orb: planting %d nodes, and leaving them alone for a while …%n", plant);
    return PlantedNodes.join(plant, network.homes(), bootstrap, ours, settling);
  }
}
