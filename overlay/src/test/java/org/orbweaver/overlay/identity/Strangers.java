package org.orbweaver.overlay.identity;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keys.PeerKeys;

/** Peers that know nothing but how to shake hands, on a network that keeps all it carried. */
final class Strangers {
  @SuppressWarnings("ArrayRecordComponent") // carried, not compared
  record Packet(Endpoint from, Endpoint to, byte[] bytes) {}

  private final Map<Endpoint, Handshakes> homes = new HashMap<>();
  private final ArrayDeque<Packet> onTheWay = new ArrayDeque<>();
  private final List<Packet> carried = new ArrayList<>();
  private final List<String> opened = new ArrayList<>();
  private long now = 1_000_000_000_000L;

  static SecureRandom seeded(long seed) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(seed);
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static Endpoint address(int number) {
    return Endpoint.v4(0x0A00_0000 | number, 7000);
  }

  /** A peer, or another run of it. */
  Handshakes add(int number, String swarm) {
    SecureRandom random = seeded(number + 1000L * homes.size() + now % 997);
    Handshakes peer =
        new Handshakes(
            now, PeerKeys.draw(random), address(number), number, swarm, this::send, random);
    homes.put(address(number), peer);
    return peer;
  }

  boolean send(Endpoint from, Endpoint to, byte[] bytes, int length) {
    Packet packet = new Packet(from, to, Arrays.copyOf(bytes, length));
    onTheWay.add(packet);
    carried.add(packet);
    return true;
  }

  /** What was ever sent. */
  List<Packet> carried() {
    return List.copyOf(carried);
  }

  /** What peers understood, in order. */
  List<String> opened() {
    return List.copyOf(opened);
  }

  long now() {
    return now;
  }

  void pass(long nanos) {
    now += nanos;
    homes.values().forEach(peer -> peer.onTick(now));
    settle();
  }

  /** Loses what is on its way. */
  void lose() {
    onTheWay.clear();
  }

  /** Carries until nobody has anything to say. */
  void settle() {
    while (!onTheWay.isEmpty()) {
      deliver(onTheWay.removeFirst());
    }
  }

  void deliver(Packet packet) {
    Handshakes receiver = homes.get(packet.to());
    byte[] bytes = packet.bytes();
    if (receiver == null || receiver.onPacket(now, packet.from(), bytes, bytes.length)) {
      return;
    }
    byte[] message = receiver.open(packet.from(), bytes, bytes.length);
    if (message != null) {
      opened.add(new String(message, StandardCharsets.UTF_8));
    }
  }

  /** Has one peer say something to another. */
  void say(int from, int to, String message) {
    Handshakes sender = Objects.requireNonNull(homes.get(address(from)));
    byte[] sealed = sender.close(address(to), message.getBytes(StandardCharsets.UTF_8));
    if (sealed.length > 0) {
      send(address(from), address(to), sealed, sealed.length);
    }
    settle();
  }
}
