package org.orbweaver.cli.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Closeables;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.BootstrapHosts;
import org.orbweaver.app.swarm.BuiltInKinds;
import org.orbweaver.app.swarm.ControlSocket;
import org.orbweaver.app.swarm.Invitation;
import org.orbweaver.app.swarm.LanGate;
import org.orbweaver.app.swarm.MainlineGate;
import org.orbweaver.app.swarm.PeerOptions;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.swarm.PeerWatch;
import org.orbweaver.app.swarm.RunningPeer;
import org.orbweaver.app.task.Accepted;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.up.SystemdNotice;
import org.orbweaver.console.up.RunningHouse;
import org.orbweaver.console.up.ShownPeer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.shell.DataOption;
import org.orbweaver.shell.DhtOptions;
import org.orbweaver.shell.DurabilityOptions;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.pages.PageOptions;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code orb up}: a peer that takes part until it is stopped. */
@Command(
    name = "up",
    description = {
      "Run everything in one process until Ctrl-C, with a console in the browser.",
      "It is a peer of a swarm with its archive and, if wanted, indexes torrents and counts the DHT.",
      "Nothing it acknowledged is ever lost."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb up                                    a peer of this machine, alone until others join",
      "  orb up --index --census 1d                torrents and the DHT, too",
      "  orb up --peers 192.0.2.7:7117             another one, in the same swarm",
      "  orb up --join orbweaver:1/…               by an invitation: orb peers --invite",
      "  orb up https://example.org/ --depth 3     begin a crawl, too",
      "  orb up --data first --bind 127.0.0.1:7000",
      "  orb up --data second --bind 127.0.0.2:7000 --peers 127.0.0.1:7000"
    })
public final class UpCommand implements Callable<Integer> {
  private static final int CLOSING_SECONDS = 10;
  private static final int MOST_SHARE = 64;

  @Spec private CommandSpec spec;
  @Mixin private Output output;

  @Mixin private DataOption data;

  @Option(
      names = "--bind",
      paramLabel = "IP:PORT",
      converter = BindAddress.class,
      description = {
        "The peer's address, UDP and TCP, as others reach it; the one from which this machine",
        "reaches the Internet, port 7117, by default."
      })
  private @Nullable Endpoint bind;

  @Option(
      names = "--peers",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Peers of the swarm to join through; none for the first.")
  private List<String> peers = List.of();

  @Option(
      names = "--join",
      paramLabel = "LINK",
      converter = InvitationLink.class,
      description = "Join by an invitation, which orb peers --invite makes on a peer that runs.")
  private @Nullable Invitation invitation;

  @Option(
      names = "--swarm",
      paramLabel = "NAME",
      description = {
        "The swarm's name; peers of another swarm are strangers. The invitation's if it says one,",
        "otherwise 'orbweaver', by default."
      })
  private @Nullable String givenSwarm;

  @Option(
      names = "--mainline",
      description = {
        "Find the swarm by its name in the Mainline DHT, and announce this peer there;",
        "--listen and --bootstrap say how to take part in the DHT."
      })
  private boolean mainline;

  @Option(
      names = "--lan",
      description = {
        "Find peers of the swarm in the local network, and be found there. All who are in that",
        "network see that Orbweaver runs here, but not the swarm's name."
      })
  private boolean lan;

  @Option(
      names = "--client",
      description = {
        "Take part from behind a NAT or firewall that lets nobody in: browse, search, export and",
        "begin crawls, and fetch pages for members (--share). A client owns nothing and is found",
        "by nobody."
      })
  private boolean client;

  @Option(
      names = "--share",
      paramLabel = "N",
      defaultValue = "4",
      description = {
        "With --client: how many tasks of members to run at once, from this address and in this",
        "machine's name; ${DEFAULT-VALUE} by default, 0 to browse only."
      })
  private int share;

  @Mixin private DhtOptions dhtOptions;

  @Mixin private PageOptions pages;

  @Mixin private HouseOptions house;

  @Mixin private DurabilityOptions durability;

  @Option(names = "--slots", defaultValue = "64", description = "How many tasks to run at once.")
  private int slots;

  @Option(
      names = "--virtual-nodes",
      defaultValue = "256",
      description = "The peer's share of the work, in proportion to its capacity.")
  private int virtualNodes;

  @Option(
      names = "--retry",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "10s",
      description = {
        "How long a page that failed waits before it is tried again, four times as long after",
        "each further failure; after five it is given up, and listed by orb peers --failed."
      })
  private Duration retry;

  @Option(
      names = "--report",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How often to tell how it goes.")
  private int reportSeconds;

  @Option(
      names = "--leave-within",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description = {
        "How long Ctrl-C may take to give what this peer holds to others; 0 for a peer that will",
        "be back soon: they wait 30 s, and take over from their copies."
      })
  private int leaveSeconds;

  @Option(
      names = "--trust",
      paramLabel = "TIME",
      converter = TrustPeriod.class,
      defaultValue = "1d",
      description = {
        "How often peers commit to what they did and check each other; all of a swarm must agree.",
        "'off' in a private swarm, whose peers know each other."
      })
  private TrustSettings trust;

  @Option(
      names = "--prefix-bits",
      paramLabel = "BITS",
      defaultValue = "4",
      description = "dht:prefix/… tasks shorter than this are split in two.")
  private int prefixBits;

  @Option(
      names = "--accept",
      paramLabel = "SCHEME",
      split = ",",
      converter = KnownScheme.class,
      description = {
        "Tasks that this peer does: https (pages), magnet (torrents), dht (parts of a census);",
        "all by default. Others that it answers for are given up, and say so."
      })
  private List<String> accept = List.of();

  @Option(
      names = "--crawls-of",
      paramLabel = "KEY",
      converter = PeerName.class,
      split = ",",
      description = {
        "Do tasks of crawls that these peers began, and of no others; by the names that orb trust",
        "shows. Everybody's by default."
      })
  private List<Key> crawlsOf = List.of();

  @Parameters(
      paramLabel = "URI",
      arity = "0..*",
      description = "Seeds of a crawl: ${bundle:task.forms}")
  private List<String> uris = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  UpCommand() {}

  /** Before all commands shared one directory, a peer had a folder of its own in it. */
  private void tellOfEarlierPlace(Path folder) {
    Path earlier = folder.resolve("peer");
    if (Files.exists(earlier.resolve("peer.key")) && !Files.exists(folder.resolve("peer.key"))) {
      say(
          "%s holds the peer of an earlier version; to go on with it, stop this one and say --data %s"
              .formatted(earlier, earlier));
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = data.directory();
    Endpoint address = address();
    String swarm = swarm();
    List<Endpoint> hosts = hosts();
    List<String> seeds = seeds();
    Files.createDirectories(folder);
    tellOfEarlierPlace(folder);
    PeerStatus last;
    try (StopSignal stop = new StopSignal(leaveSeconds + CLOSING_SECONDS);
        RunningPeer peer = RunningPeer.start(options(folder, swarm, address, hosts), stop);
        ControlSocket _ = ControlSocket.open(folder, new PeerOrders(peer));
        Closeables gates = new Closeables();
        RunningHouse beside =
            RunningHouse.start(
                new ShownPeer(peer, this::planned),
                house.settings(folder, dhtOptions),
                stop,
                this::say,
                house.log(output))) {
      greet(peer, folder);
      if (lan) {
        LanGate gate = LanGate.keepOpenFor(peer, swarm, this::say);
        gates.add(gate, gate::close);
      }
      if (mainline) {
        MainlineGate.keepOpenFor(
            peer, dhtOptions::joinToAsk, swarm, dhtOptions.patience(), this::say);
      }
      if (!uris.isEmpty()) {
        CrawlRecord crawl = peer.crawls().begin(plan(seeds), PeerOrders.PATIENCE);
        output
            .err()
            .printf(
                "orb: crawl %s begins, with %d seeds; its record is on %d disks%n",
                crawl, uris.size(), Math.min(durability.copies(), peer.status().living()));
      }
      SystemdNotice.ready();
      PeerWatch watch = new PeerWatch(peer, this::say);
      last = watch.untilStopped(stop, reportSeconds);
      SystemdNotice.stopping();
      beside.leave();
      watch.leave(last, leaveSeconds);
    }
    output.print(last);
    return 0;
  }

  /** A converter that fails on a parameter has it called unmatched, and nobody learns why. */
  private List<String> seeds() {
    try {
      return uris.stream().map(new SeedUri()::convert).toList();
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** A client's port is nobody's business: any that is free. */
  private Endpoint address() {
    boolean anywhere = bind == null && client;
    return anywhere ? PeerPlace.address(null).withPort(0) : PeerPlace.address(bind);
  }

  private String swarm() {
    if (invitation == null) {
      return givenSwarm == null ? Invitation.USUAL_SWARM : givenSwarm;
    }
    try {
      return invitation.swarmOr(givenSwarm);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<Endpoint> hosts() throws IOException {
    List<Endpoint> hosts = new ArrayList<>(BootstrapHosts.resolve(peers));
    if (hosts.isEmpty() && !peers.isEmpty()) {
      throw new IOException(
          "no such host: %s; --peers takes HOST:PORT of peers that run"
              .formatted(String.join(", ", peers)));
    }
    if (invitation != null) {
      hosts.addAll(invitation.gates());
    }
    if (client && hosts.isEmpty() && !lan && !mainline) {
      throw new ParameterException(
          spec.commandLine(),
          "a client needs peers to ask: add --join LINK, --peers HOST:PORT, --lan or --mainline");
    }
    return hosts;
  }

  private CrawlPlan plan(List<String> seeds) {
    return new CrawlPlan(
        PeerOrders.seconds(), pages.scope().depth(), CrawlPlan.FOR_EVER, seeds, pages.terms());
  }

  /** A crawl begun in the console has the reach and the manners of this command. */
  private CrawlPlan planned(List<String> seeds, int depth) {
    CrawlPlan usual = plan(seeds.stream().map(BuiltInKinds.ALL::given).toList());
    return new CrawlPlan(usual.created(), depth, usual.until(), usual.seeds(), usual.terms());
  }

  private PeerOptions options(Path folder, String swarm, Endpoint address, List<Endpoint> gates) {
    OverlaySettings settings =
        durability
            .in(OverlaySettings.DEFAULT)
            .virtualNodes(virtualNodes)
            .slots(slots)
            .share(client ? Math.clamp(share, 0, MOST_SHARE) : 0)
            .retryNanos(retry.toNanos())
            .done();
    return new PeerOptions(
        folder,
        swarm,
        address,
        gates,
        invitation == null ? Map.of() : invitation.keys(),
        client,
        settings,
        BuiltInKinds.ALL,
        new PeerTools.Wishes(
            web(),
            dhtOptions.anywhere(),
            prefixBits,
            new Accepted(Set.copyOf(accept), Set.copyOf(crawlsOf))),
        trust);
  }

  private void greet(RunningPeer peer, Path folder) {
    output
        .err()
        .printf(
            "orb: %s at %s, data in %s; Ctrl-C leaves%n",
            client ? "client" : "peer", peer.home(), folder);
    if (peers.isEmpty() && invitation == null && !mainline && !lan) {
      output.err().printf("orb: others join with: orb up --peers %s%n", peer.home());
    }
    if (uris.isEmpty()) {
      String where = data.asTyped();
      output.err().printf("orb: give it work with: orb peers%s --seed URI%n", where);
    }
  }

  private void say(String sentence) {
    output.err().println("orb: " + sentence);
  }

  private WebCrawlOptions web() {
    return WebCrawlOptions.usual(CrawlOptions.usual(pages.visit()), pages.scope())
        .allowing(pages.allowed());
  }
}
