package org.orbweaver.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.app.swarm.ControlSocket;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.up.HouseChoices;
import org.orbweaver.console.up.HouseSettings;
import org.orbweaver.console.up.RunningHouse;
import org.orbweaver.console.up.ShownPeer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.EclipseAttack;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.sim.world.loopback.LoopbackWorld;

/**
 * Everything at once, offline, on loopback: a DHT that is counted and indexed, a small web that
 * changes and is archived by six peers, of which one dies and one cheats. The world is made up; all
 * that looks at it is the product.
 */
public final class Demo {
  private static final int TORRENTS = 1_500;

  /** Somebody who wants to hide what is stored at one key, as Splider found many. */
  private static final EclipseAttack ECLIPSE =
      new EclipseAttack(Key.parse("0a7e11e4" + "5".repeat(32)), 24, 32, 24);

  private static final Duration CENSUS_EVERY = Duration.ofSeconds(40);
  private static final int CLOSING_SECONDS = 30;

  /**
   * What the user wants.
   *
   * @param nodes of the DHT
   * @param port of the console; null for the usual one
   * @param lasts null until it is stopped
   * @param keep where everything is to stay; null to leave nothing behind
   * @param untilShown ends by itself when everything has been shown
   */
  public record Wishes(
      int nodes,
      @Nullable Integer port,
      @Nullable Duration lasts,
      @Nullable Path keep,
      boolean untilShown) {}

  /** Tells the person who looks on. */
  public interface Narrator {
    void say(double seconds, String line);

    /** What can be done now. */
    void tries(String console, List<String> things);
  }

  private final Wishes wishes;
  private final Narrator narrator;
  private final long began = System.nanoTime();

  public Demo(Wishes wishes, Narrator narrator) {
    this.wishes = wishes;
    this.narrator = narrator;
  }

  /** Runs until it is stopped, or its time is over; returns what was shown. */
  public DemoReport run() throws IOException, InterruptedException {
    try (StopSignal stop = new StopSignal(CLOSING_SECONDS);
        TemporaryFolder folder = TemporaryFolder.unlessKept(wishes.keep(), "orb-demo");
        LoopbackWorld world = LoopbackWorld.open(world(), (what, cause) -> say(what));
        VillagePress press = VillagePress.open(FreePort.next())) {
      DhtSetup place = place(world);
      try (SixPeers peers =
              SixPeers.start(
                  new SixPeers.Setting(
                      folder.path(), FreePort.next(), press::resolve, new InWorld(place)),
                  stop);
          ControlSocket _ = ControlSocket.open(peers.folder(0), new PeerOrders(peers.first()));
          RunningHouse house = house(peers, place, world, stop);
          Story story = new Story(peers, press, house, world, this::say)) {
        String console = Objects.requireNonNull(house.address());
        say("the console is open: " + console);
        return tell(story, console, stop);
      }
    }
  }

  private DemoReport tell(Story story, String console, StopSignal stop)
      throws InterruptedException, IOException {
    boolean told = false;
    do {
      story.goOn(seconds());
      if (!told && story.isWhole()) {
        told = true;
        narrator.tries(console, story.tries(console));
      }
    } while (!stop.awaitMillis(500) && !isOver(story));
    return story.report(console, seconds());
  }

  private boolean isOver(Story story) {
    Duration lasts = wishes.lasts();
    return (story.isComplete() && wishes.untilShown())
        || (lasts != null && seconds() > lasts.toMillis() / 1e3);
  }

  private double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  private void say(String line) {
    narrator.say(seconds(), line);
  }

  private WorldOptions world() throws IOException {
    int port = FreePort.next();
    return WorldOptions.of(wishes.nodes(), 1)
        .withPopulation(
            population -> population.at(AddressSpace.loopback(port)).withEclipses(List.of(ECLIPSE)))
        .withContent(ContentOptions.of(TORRENTS));
  }

  private RunningHouse house(SixPeers peers, DhtSetup place, LoopbackWorld world, StopSignal stop)
      throws IOException {
    return RunningHouse.start(
        new ShownPeer(peers.first(), peers::plan),
        new HouseSettings(
            peers.folder(0),
            unlessTold -> place,
            new HouseChoices(true, CENSUS_EVERY),
            HouseSettings.Door.onLoopback(wishes.port()),
            peers.otherArchives(),
            new WorldPlaces(world.world().ipv4().population())),
        stop,
        sentence -> {},
        event -> {});
  }

  /** Our nodes live at 127.0.9.1 and know one that answers. */
  private static DhtSetup place(LoopbackWorld world) throws IOException {
    Population nodes = world.world().ipv4().population();
    int someone =
        IntStream.range(0, nodes.size()).filter(node -> !nodes.silent(node)).findFirst().orElse(0);
    return new DhtSetup(
        MainlineSettings.PRIVATE,
        List.of(Endpoint.parse("127.0.9.1:" + FreePort.next())),
        new Bootstrap(List.of(nodes.endpoint(someone)), List.of()),
        StateFile.NONE,
        true);
  }

  /** For tasks that look into the DHT. */
  private record InWorld(DhtSetup place) implements PeerTools.Dht {
    @Override
    public DhtSetup setup() {
      return new DhtSetup(
          place.settings(),
          List.of(place.homes().getFirst().withPort(0)),
          place.bootstrap(),
          StateFile.NONE,
          true);
    }

    @Override
    public Duration patience() {
      return PeerOrders.PATIENCE;
    }
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
