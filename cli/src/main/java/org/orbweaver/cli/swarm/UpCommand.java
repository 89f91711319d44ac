package org.orbweaver.cli.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbweaver.cli.crawl.PageOptions;
import org.orbweaver.cli.dht.BootstrapHosts;
import org.orbweaver.cli.dht.DhtOptions;
import org.orbweaver.cli.dht.RunningNode;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.cli.shell.Sentence;
import org.orbweaver.cli.shell.StopSignal;
import org.orbweaver.fetch.crawl.CrawlOptions;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.lab.overlay.LinkGraph;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.web.WebCrawlOptions;
import org.orbweaver.overlay.web.WebWork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code orb up}: a peer that takes part until it is stopped. */
@Command(
    name = "up",
    description = "Run a peer of a swarm until Ctrl-C; nothing it acknowledged is ever lost.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb up --data first --bind 127.0.0.1:7000",
      "  orb up --data second --bind 127.0.0.2:7000 --peers 127.0.0.1:7000",
      "  orb peers --data first"
    })
public final class UpCommand implements Callable<Integer> {
  private static final long ACKNOWLEDGE_SECONDS = 120;

  @Mixin private Output output;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "Where the peer keeps its tasks and its key.")
  private Path data;

  @Option(
      names = "--bind",
      paramLabel = "IP:PORT",
      required = true,
      description = "The peer's address, UDP and TCP, as others reach it.")
  private String bind;

  @Option(
      names = "--peers",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Peers of the swarm to join through; none for the first.")
  private List<String> peers = List.of();

  @Option(
      names = "--swarm",
      paramLabel = "NAME",
      defaultValue = "orbweaver",
      description = "The swarm's name; peers of another swarm are strangers.")
  private String swarm;

  @Option(
      names = "--mainline",
      description = {
        "Find the swarm by its name in the Mainline DHT, and announce this peer there;",
        "--listen and --bootstrap say how to take part in the DHT."
      })
  private boolean mainline;

  @Mixin private DhtOptions dhtOptions;

  @Mixin private PageOptions pages;

  @Option(names = "--copies", defaultValue = "3", description = "Disks each task is kept on.")
  private int copies;

  @Option(names = "--slots", defaultValue = "64", description = "Tasks in work at once.")
  private int slots;

  @Option(
      names = "--virtual-nodes",
      defaultValue = "256",
      description = "The peer's share of the work, in proportion to its capacity.")
  private int virtualNodes;

  @Option(
      names = "--report",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How often to tell how it goes.")
  private int reportSeconds;

  @Option(names = "--lab-pages", hidden = true, defaultValue = "0")
  private int labPages;

  @Option(names = "--lab-seed", hidden = true, defaultValue = "1")
  private long labSeed;

  @Option(names = "--lab-millis", hidden = true, defaultValue = "20")
  private long labMillis;

  @Parameters(paramLabel = "URI", arity = "0..*", description = "Tasks to hand to the swarm.")
  private List<String> uris = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  UpCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(data);
    OverlaySettings usual = OverlaySettings.DEFAULT;
    OverlaySettings settings =
        new OverlaySettings(
            virtualNodes,
            copies,
            slots,
            usual.flushNanos(),
            usual.hostKeys(),
            usual.smallestPart(),
            usual.partShare(),
            usual.remembers());
    PeerStatus last;
    try (StopSignal stop = new StopSignal();
        Closeables toClose = new Closeables();
        RunningPeer peer =
            RunningPeer.start(
                data,
                swarm,
                Endpoint.parse(bind),
                BootstrapHosts.resolve(peers),
                settings,
                trade(toClose));
        ControlSocket _ = ControlSocket.open(data, line -> answer(peer, line))) {
      output.err().println("orb: peer at " + peer.home() + "; Ctrl-C stops");
      if (mainline) {
        Thread.ofVirtual().name("mainline").start(() -> findAndAnnounce(peer));
      }
      if (!uris.isEmpty()) {
        peer.submit(tasks(uris), ACKNOWLEDGE_SECONDS);
        output.err().println("orb: " + uris.size() + " tasks are on " + copies + " disks");
      }
      while (!stop.await(reportSeconds)) {
        output.err().println(line(peer.status()));
      }
      last = peer.status();
    }
    output.print(last);
    return 0;
  }

  /** Until the program ends, which ends this thread too. */
  private void findAndAnnounce(RunningPeer peer) {
    try (RunningNode dht = dhtOptions.joinToAsk()) {
      MainlineGate gate = new MainlineGate(dht, swarm, peer.home(), dhtOptions.patience());
      while (true) {
        List<Endpoint> found = gate.find();
        peer.join(found);
        int told = gate.announce();
        output
            .err()
            .printf("orb: Mainline names %d peers; %d nodes know of us%n", found.size(), told);
        Thread.sleep(MainlineGate.EVERY);
      }
    } catch (IOException | RuntimeException e) {
      output.err().println("orb: the swarm cannot be found through Mainline: " + Sentence.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Pages are fetched and archived; in the lab, links are all there is. */
  private RunningPeer.Trade trade(Closeables toClose) {
    if (labPages == 0) {
      return leases -> {
        WebWork work = WebWork.open(data.resolve("archive"), web(), leases, InstantSource.system());
        return toClose.add(work, work::close);
      };
    }
    LinkGraph graph = LinkGraph.zipf(labPages, 6, labSeed);
    return leases ->
        task -> {
          Thread.sleep(labMillis);
          return new Runner.Outcome(new byte[8], graph.links(task.uri()));
        };
  }

  private static List<Task> tasks(List<String> uris) {
    return uris.stream().map(uri -> new Task(1, 0, 0, 0, uri)).toList();
  }

  private static String answer(RunningPeer peer, String line) {
    try {
      if (line.startsWith("seed ")) {
        peer.submit(tasks(List.of(line.substring(5).split(" "))), ACKNOWLEDGE_SECONDS);
      }
      return JsonMapper.shared().writeValueAsString(peer.status());
    } catch (RuntimeException e) {
      return "orb: " + Sentence.of(e);
    }
  }

  private static String line(PeerStatus status) {
    return String.format(
        Locale.ROOT,
        "%d peers, %d tasks open, %,d processed, %,d links sent, %,d entries on their way",
        status.living(),
        status.figures().openTasks(),
        status.figures().processed(),
        status.figures().linksSent(),
        status.figures().owed());
  }

  private WebCrawlOptions web() {
    CrawlOptions crawl = CrawlOptions.usual(pages.agent()).withManners(pages.manners());
    return WebCrawlOptions.usual(crawl, pages.scope()).allowing(pages.allowed());
  }
}
