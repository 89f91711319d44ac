package org.orbweaver.app.swarm;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.orbweaver.app.Closeables;
import org.orbweaver.app.Sentence;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.membership.Allowance;
import org.orbweaver.udp.InetEndpoints;
import org.orbweaver.udp.MonotonicClock;

/**
 * A way into a swarm that some machine of the same local network is in: peers call by multicast
 * that they are there (see {@link LanBeacon}), and whoever hears one that it does not know knocks.
 * What is heard is never believed: it is an address to shake hands with, in the swarm's name.
 *
 * <p>Bounded: a beacon when it begins, some more in the first minute, then one a minute. Of what is
 * heard, sixteen strangers a minute are knocked at, and only at addresses of this very network: a
 * forged sender could otherwise have packets sent anywhere.
 */
public final class LanGate implements AutoCloseable {
  private static final int PORT = 7118;

  /** Administratively scoped (RFC 2365); link-local and transient (RFC 4291). */
  private static final String GROUP = "239.255.71.17";

  private static final String GROUP_6 = "ff12::6f72:6277";

  private static final long FIRST_WAIT_MILLIS = 1_000;
  private static final long LONGEST_WAIT_MILLIS = 60_000;
  private static final int KNOCKS_A_MINUTE = 16;

  private final Endpoint home;
  private final NetworkInterface network;
  private final LanBeacon beacon;
  private final DatagramChannel mouth;
  private final DatagramChannel ear;
  private final Allowance knocks = new Allowance(KNOCKS_A_MINUTE / 60.0, KNOCKS_A_MINUTE);

  private LanGate(
      Endpoint home,
      NetworkInterface network,
      LanBeacon beacon,
      DatagramChannel mouth,
      DatagramChannel ear) {
    this.home = home;
    this.network = network;
    this.beacon = beacon;
    this.mouth = mouth;
    this.ear = ear;
  }

  /**
   * Has a peer join those that it hears, and be heard, until it is closed.
   *
   * @param say told in a sentence what happens
   */
  public static LanGate keepOpenFor(RunningPeer peer, String swarm, Consumer<String> say)
      throws IOException {
    LanGate gate = open(peer.home(), swarm);
    if (!peer.isClient()) {
      Thread.ofVirtual()
          .name("lan beacon")
          .start(() -> gate.call(problem -> say.accept("cannot call into the LAN: " + problem)));
    }
    Thread.ofVirtual()
        .name("lan ear")
        .start(
            () ->
                gate.listen(
                    peer::knows,
                    found -> {
                      say.accept("the LAN has a peer at %s, which is asked".formatted(found));
                      peer.join(List.of(found));
                    }));
    return gate;
  }

  static LanGate open(Endpoint home, String swarm) throws IOException {
    InetAddress address = InetEndpoints.toInet(home).getAddress();
    NetworkInterface network = network(address);
    boolean isIpv4 = address instanceof Inet4Address;
    StandardProtocolFamily family =
        isIpv4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
    try (Closeables opening = new Closeables()) {
      DatagramChannel mouth = DatagramChannel.open(family);
      opening.add(mouth, mouth::close);
      mouth.bind(new InetSocketAddress(address, 0)); // from where the peer lives
      mouth.setOption(StandardSocketOptions.IP_MULTICAST_IF, network);
      mouth.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 1);
      mouth.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true); // several on one machine
      DatagramChannel ear = DatagramChannel.open(family);
      opening.add(ear, ear::close);
      ear.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      ear.bind(new InetSocketAddress(PORT));
      ear.join(group(isIpv4), network);
      opening.release();
      return new LanGate(home, network, new LanBeacon(swarm), mouth, ear);
    } catch (IOException e) {
      throw new IOException(
          "peers in the LAN of %s cannot be found: %s; leave out --lan"
              .formatted(home.addressText(), e.getMessage()),
          e);
    }
  }

  private static InetAddress group(boolean isIpv4) {
    return InetAddress.ofLiteral(isIpv4 ? GROUP : GROUP_6);
  }

  /** The one that has the address; all of 127.0.0.0/8 is the loopback's. */
  private static NetworkInterface network(InetAddress address) throws IOException {
    NetworkInterface its =
        NetworkInterface.getByInetAddress(
            address.isLoopbackAddress() && address instanceof Inet4Address
                ? InetAddress.ofLiteral("127.0.0.1")
                : address);
    if (its == null) {
      throw new IOException(
          "no network of this machine has the address %s: leave out --lan, or mend --bind"
              .formatted(address.getHostAddress()));
    }
    return its;
  }

  /** Says that a peer is here, again and again; ends when closed. */
  private void call(Consumer<String> problem) {
    InetSocketAddress group =
        new InetSocketAddress(
            group(InetEndpoints.toInet(home).getAddress() instanceof Inet4Address), PORT);
    long wait = FIRST_WAIT_MILLIS;
    boolean told = false;
    while (mouth.isOpen()) {
      try {
        mouth.send(ByteBuffer.wrap(beacon.bytes(home.port())), group);
        told = false;
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        if (!told) {
          problem.accept(Sentence.of(e)); // once: a network may be away for long
          told = true;
        }
      }
      try {
        Thread.sleep(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    }
  }

  /** Hears others until it is closed. */
  private void listen(Predicate<Endpoint> known, Consumer<Endpoint> found) {
    ByteBuffer packet = ByteBuffer.allocate(LanBeacon.BYTES + 1);
    while (ear.isOpen()) {
      try {
        packet.clear();
        InetSocketAddress from = (InetSocketAddress) ear.receive(packet);
        int port = beacon.port(packet.flip());
        if (port != 0 && isHere(from.getAddress())) {
          Endpoint there = InetEndpoints.fromInet(from).withPort(port);
          if (!there.equals(home)
              && !known.test(there)
              && knocks.take(MonotonicClock.now(), home, 1)) {
            found.accept(there);
          }
        }
      } catch (ClosedChannelException | IllegalStateException e) {
        return; // closed, or the peer has ended
      } catch (IOException e) {
        try {
          Thread.sleep(FIRST_WAIT_MILLIS);
        } catch (InterruptedException _) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /** Whether that address is of the network in which this peer lives. */
  private boolean isHere(InetAddress address) {
    return network.getInterfaceAddresses().stream().anyMatch(own -> isIn(own, address));
  }

  private static boolean isIn(InterfaceAddress network, InetAddress address) {
    byte[] own = network.getAddress().getAddress();
    byte[] its = address.getAddress();
    int bits = network.getNetworkPrefixLength();
    if (own.length != its.length || bits < 0) {
      return false;
    }
    for (int bit = 0; bit < Math.min(bits, 8 * own.length); bit++) {
      if (((own[bit / 8] ^ its[bit / 8]) >>> (7 - bit % 8) & 1) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    mouth.close();
    ear.close();
  }
}
