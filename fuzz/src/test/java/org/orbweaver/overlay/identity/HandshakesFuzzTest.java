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
import java.util.List;
import org.orbweaver.fuzz.PlantedBug;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keys.PeerKeys;

class HandshakesFuzzTest {
  private static final Endpoint ALICE = Endpoint.parse("10.0.0.1:7000");
  private static final Endpoint BOB = Endpoint.parse("10.0.0.2:7000");
  private static final SecureRandom RANDOM = seeded();
  private static final PeerKeys ALICES = PeerKeys.draw(RANDOM);
  private static final PeerKeys BOBS = PeerKeys.draw(RANDOM);
  private static final byte[] SECRET = "what alice says".getBytes(StandardCharsets.UTF_8);

  @SuppressWarnings("ArrayRecordComponent") // handed on
  private record Packet(Endpoint from, Endpoint to, byte[] bytes) {}

  private final Deque<Packet> wire = new ArrayDeque<>();

  /**
   * Somebody sits on the wire between two peers who make each other's acquaintance, changes and
   * repeats packets and adds his own: nothing is thrown, and nobody ever reads what was not said.
   * The input is his script: a byte says what becomes of the next packet, the bytes after it how.
   */
  @FuzzTest
  void meddle(byte[] input) {
    ByteBuffer script = ByteBuffer.wrap(input);
    wire.clear();
    Handshakes alice = peer(ALICES, ALICE, 1);
    Handshakes bob = peer(BOBS, BOB, 2);
    byte[] sealed = alice.close(BOB, SECRET);
    assertThat(sealed).isEmpty(); // kept back until hands are shaken
    List<byte[]> opened = new ArrayList<>();
    boolean meddled = false;
    for (int step = 0; step < 24 && (!wire.isEmpty() || script.hasRemaining()); step++) {
      int what = next(script) & 7;
      Packet packet = wire.pollFirst();
      if (what == 1 || packet == null) {
        wire.addFirst(new Packet(ALICE, BOB, some(script)));
        if (packet != null) {
          wire.addLast(packet);
        }
        continue;
      }
      byte[] bytes = packet.bytes().clone();
      if (what == 2) {
        bytes[at(script, bytes.length)] ^= (byte) next(script);
      } else if (what == 3) {
        bytes = Arrays.copyOf(bytes, at(script, bytes.length));
      } else if (what == 4) {
        wire.addLast(packet); // once more, later
      }
      meddled |= !Arrays.equals(bytes, packet.bytes());
      Handshakes receiver = packet.to().equals(ALICE) ? alice : bob;
      if (!receiver.onPacket(step, packet.from(), bytes, bytes.length)) {
        byte[] message = receiver.open(packet.from(), bytes, bytes.length);
        if (message != null) {
          opened.add(message);
        }
      }
    }
    assertThat(opened).hasSizeLessThanOrEqualTo(1).allMatch(said -> Arrays.equals(said, SECRET));
    PlantedBug.at(meddled && opened.size() == 1);
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

  private Handshakes peer(PeerKeys keys, Endpoint home, int disk) {
    return new Handshakes(
        0,
        keys,
        home,
        disk,
        "swarm",
        (from, to, bytes, length) -> wire.add(new Packet(from, to, Arrays.copyOf(bytes, length))),
        RANDOM);
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
