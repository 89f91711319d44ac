package org.orbweaver.sim.world.loopback;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldLinks;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.LoopListener;
import org.orbweaver.udp.LoopStatistics;
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/**
 * A world that answers on 127.0.0.0/8, or on all public addresses of a network namespace, until it
 * is closed. Linux only.
 */
public final class LoopbackWorld implements AutoCloseable {
  /** A whole table told in one packet exceeds the usual 2,048 bytes. */
  private static final int LARGEST_PACKET = 8_192;

  private final World world;
  private final SampleWatch watch;
  private final UdpEventLoop loop;
  private final MetadataPeers peers;
  private final DiallingPeers dialling;

  private LoopbackWorld(
      World world,
      SampleWatch watch,
      UdpEventLoop loop,
      MetadataPeers peers,
      DiallingPeers dialling) {
    this.world = world;
    this.watch = watch;
    this.loop = loop;
    this.peers = peers;
    this.dialling = dialling;
  }

  /**
   * Opens the ports and answers.
   *
   * @param options with their population {@linkplain AddressSpace#isOnSockets on sockets}
   */
  public static LoopbackWorld open(WorldOptions options, LoopListener listener) throws IOException {
    AddressSpace space = options.population().addresses();
    if (!space.isOnSockets()) {
      throw new IllegalArgumentException("a world on real sockets has one port for all hosts");
    }
    WorldGround ground = new WorldGround(options);
    int ports = ground.ipv4().portsInUse();
    UdpSockets sockets = UdpSockets.open(settings(space, ports));
    try {
      MetadataPeers peers = MetadataPeers.listen(ground, space.firstPort(), ports);
      DelayingOutbox delays = new DelayingOutbox(sockets, links(ground), new SplittableRandom(1));
      boolean plain = isPlain(options.faults());
      DiallingPeers dialling = new DiallingPeers(ground);
      World world = new World(ground, plain ? sockets : delays, dialling::visitorNamed);
      world.traffic().onNamed((client, torrent, peer) -> dialling.visitorNamed(torrent, peer));
      SampleWatch watch = new SampleWatch(plain ? world : delays.around(world));
      UdpEventLoop loop = UdpEventLoop.start(sockets, watch, listener);
      return new LoopbackWorld(world, watch, loop, peers, dialling);
    } catch (IOException | RuntimeException e) {
      sockets.close();
      throw e;
    }
  }

  private static UdpSettings settings(AddressSpace space, int ports) {
    IntFunction<Home> home =
        space.kind() == AddressSpace.Kind.LOOPBACK ? Home::loopback : Home::everywhere;
    UdpSettings usual =
        UdpSettings.of(
            IntStream.range(space.firstPort(), space.firstPort() + ports).mapToObj(home).toList());
    return new UdpSettings(
        usual.homes(),
        usual.transport(),
        LARGEST_PACKET,
        usual.sendQueue(),
        usual.inbox(),
        usual.socketBuffer());
  }

  private static boolean isPlain(Faults faults) {
    return faults.loss() == 0 && !faults.distances();
  }

  private static WorldLinks links(WorldGround ground) {
    return new WorldLinks(ground.ipv4(), ground.options().faults());
  }

  /** Its truth; only what does not change may be asked from other threads than the loop's. */
  public World world() {
    return world;
  }

  /** sample_infohashes that visitors sent. */
  public long samples() {
    return watch.samples();
  }

  /** Those of them that came to a node within six hours after the last of the same address. */
  public long samplesTooSoon() {
    return watch.tooSoon();
  }

  public LoopStatistics statistics() {
    return loop.statistics();
  }

  @Override
  public void close() {
    loop.close();
    peers.close();
    dialling.close();
  }
}
