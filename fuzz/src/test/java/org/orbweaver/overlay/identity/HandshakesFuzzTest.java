package org.orbweaver.overlay.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.orbweaver.fuzz.PlantedBug;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;

class HandshakesFuzzTest {
  private static final Endpoint ALICE = Endpoint.parse("10.0.0.1:7000");
  private static final Endpoint BOB = Endpoint.parse("10.0.0.2:7000");
  private static final SecureRandom RANDOM = seeded();
  private static final PeerKeys ALICES = PeerKeys.draw(RANDOM);
  private static final PeerKeys BOBS = PeerKeys.draw(RANDOM);
  private static final byte[] SECRET = "what alice says".getBytes(StandardCharsets.UTF_8);

  private static final Endpoint MALLORY = Endpoint.parse("10.0.0.3:7000");
  private static final Endpoint OSCAR = Endpoint.parse("10.0.0.4:7000");
  private static final PeerKeys MALLORYS = PeerKeys.draw(RANDOM);
  private static final PeerKeys OSCARS = PeerKeys.draw(RANDOM);
  private static final byte[] BABBLE = "what mallory says".getBytes(StandardCharsets.UTF_8);
  private static final int STEPS = 40;
  private static final long TENTH = 100_000_000L;

  @SuppressWarnings("ArrayRecordComponent") // handed on
  private record Packet(Endpoint from, Endpoint to, byte[] bytes) {}

  private final Deque<Packet> wire = new ArrayDeque<>();
  private final Map<Endpoint, Handshakes> peers = new LinkedHashMap<>();
  private final Map<Endpoint, List<byte[]>> opened = new HashMap<>();
  private long now;

  /**
   * Somebody sits on the wire between peers who make each other's acquaintance, changes and repeats
   * packets, adds his own under any address and lets time pass; one of the peers, whom he may have
   * talk, is his, and one is of another swarm. Nothing is thrown, and nobody ever reads what was
   * not said by who it is from, nor twice. The input is his script: a byte says what becomes of the
   * next packet, the bytes after it how.
   */
  @FuzzTest
  void meddle(byte[] input) {
    ByteBuffer script = ByteBuffer.wrap(input);
    begin();
    byte[] sealed = peer(ALICE).close(BOB, SECRET);
    assertThat(sealed).isEmpty(); // kept back until hands are shaken
    boolean meddled = false;
    for (int step = 0; step < STEPS && (!wire.isEmpty() || script.hasRemaining()); step++) {
      int what = next(script) & 15;
      now++;
      Packet packet = what >= 5 ? null : wire.pollFirst();
      if (what == 1 || packet == null && what < 5) {
        wire.addFirst(new Packet(someone(script), someone(script), some(script)));
        if (packet != null) {
          wire.addLast(packet);
        }
      } else if (packet == null) {
        happen(what, script);
      } else {
        byte[] bytes = packet.bytes().clone();
        if (what == 2 && bytes.length > 0) {
          bytes[at(script, bytes.length)] ^= (byte) next(script);
        } else if (what == 3 && bytes.length > 0) {
          bytes = Arrays.copyOf(bytes, at(script, bytes.length));
        } else if (what == 4) {
          wire.addLast(packet); // once more, later
        }
        meddled |= !Arrays.equals(bytes, packet.bytes());
        deliver(packet, bytes);
      }
    }
    assertThat(heardFrom(ALICE)).hasSizeLessThanOrEqualTo(1).allMatch(said -> is(said, SECRET));
    assertThat(heardFrom(MALLORY)).allMatch(said -> is(said, BABBLE));
    assertThat(heardFrom(BOB)).isEmpty();
    assertThat(heardFrom(OSCAR)).as("of another swarm").isEmpty();
    PlantedBug.at(meddled && heardFrom(ALICE).size() == 1 && heardFrom(MALLORY).size() == 1);
  }

  private void begin() {
    now = 1;
    wire.clear();
    opened.clear();
    peers.clear();
    peers.put(ALICE, peer(ALICES, ALICE, "swarm"));
    peers.put(BOB, peer(BOBS, BOB, "swarm"));
    peers.put(MALLORY, peer(MALLORYS, MALLORY, "swarm"));
    peers.put(OSCAR, peer(OSCARS, OSCAR, "another"));
  }

  private Handshakes peer(Endpoint address) {
    return Objects.requireNonNull(peers.get(address));
  }

  /** Something that is no packet. */
  private void happen(int what, ByteBuffer script) {
    switch (what) {
      case 5, 6 -> {
        now += next(script) * TENTH;
        peers.values().forEach(peer -> peer.onTick(now));
      }
      case 7 -> speak(MALLORY, BOB, BABBLE);
      case 8 -> speak(OSCAR, BOB, BABBLE);
      case 9 -> { // he tells of somebody, truly or not
        Endpoint about = someone(script);
        int nodes = next(script);
        Peer claimed =
            next(script) % 2 == 0
                ? peer(about).of(now, nodes)
                : new Peer(about, nodes, 1, now, new Credentials(credentials(script)));
        PeerClaim.Life life =
            PeerClaim.Life.values()[next(script) % PeerClaim.Life.values().length];
        peer(BOB).vouchesFor(new PeerClaim(claimed, life), MALLORY);
      }
      default -> peers.values().forEach(Handshakes::counters);
    }
  }

  private static byte[] credentials(ByteBuffer script) {
    byte[] bytes = some(script);
    return Arrays.copyOf(bytes, Math.min(bytes.length, Credentials.MOST_BYTES));
  }

  private void speak(Endpoint from, Endpoint to, byte[] words) {
    byte[] sealed = peer(from).close(to, words);
    if (sealed.length > 0) {
      wire.addLast(new Packet(from, to, sealed));
    }
  }

  private void deliver(Packet packet, byte[] bytes) {
    Handshakes receiver = peers.get(packet.to());
    if (receiver != null && !receiver.onPacket(now, packet.from(), bytes, bytes.length)) {
      byte[] message = receiver.open(packet.from(), bytes, bytes.length);
      if (message != null) {
        opened.computeIfAbsent(packet.from(), from -> new ArrayList<>()).add(message);
      }
    }
  }

  private List<byte[]> heardFrom(Endpoint from) {
    return opened.getOrDefault(from, List.of());
  }

  private static boolean is(byte[] said, byte[] words) {
    return Arrays.equals(said, words);
  }

  private static Endpoint someone(ByteBuffer script) {
    return List.of(ALICE, BOB, MALLORY, OSCAR).get(next(script) & 3);
  }

  private static int next(ByteBuffer script) {
    return script.hasRemaining() ? script.get() & 0xFF : 0;
  }

  private static int at(ByteBuffer script, int length) {
    return ((next(script) << 8) | next(script)) % length;
  }

  private static byte[] some(ByteBuffer script) {
    byte[] bytes = new byte[Math.min(at(script, 300), script.remaining())];
    script.get(bytes);
    return bytes;
  }

  private Handshakes peer(PeerKeys keys, Endpoint home, String swarm) {
    return new Handshakes(
        now,
        keys,
        home,
        home.low(),
        swarm,
        (from, to, bytes, length) -> wire.add(new Packet(from, to, Arrays.copyOf(bytes, length))),
        new Random(home.low())); // the same script is the same conversation
  }

  private static SecureRandom seeded() {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(1);
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
