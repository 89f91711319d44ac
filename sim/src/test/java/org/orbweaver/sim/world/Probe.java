package org.orbweaver.sim.world;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.Message;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Want;

/** Somebody outside who asks the world's nodes one at a time. */
final class Probe implements Outbox {
  static final Endpoint HERE = Endpoint.parse("88.77.66.55:4444");
  static final Key ID = Key.parse("0123456789abcdef0123456789abcdef01234567");

  private final World world;
  private final QueryWriter writer = new QueryWriter(false);
  private final MessageDecoder decoder = new MessageDecoder();
  private byte @Nullable [] answer;
  private @Nullable Endpoint answeredFrom;
  long now = 1_800_000_000_000_000_000L;

  Probe(WorldOptions options) {
    world = new World(options, this);
  }

  World world() {
    return world;
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    answer = Arrays.copyOf(packet, length);
    answeredFrom = local;
    return true;
  }

  @Nullable Message findNode(Endpoint node, Key target, Want want) {
    return ask(node, writer.findNode(7, ID, target, want));
  }

  @Nullable Message ping(Endpoint node) {
    return ask(node, writer.ping(7, ID));
  }

  @Nullable Message getPeers(Endpoint node, Key infohash) {
    return ask(node, writer.getPeers(7, ID, infohash, Want.UNSAID, false, false));
  }

  @Nullable Message sample(Endpoint node, Key target) {
    return ask(node, writer.sampleInfohashes(7, ID, target, Want.UNSAID));
  }

  @Nullable Message announce(Endpoint node, Key infohash, int port, Bytes token) {
    return ask(node, writer.announcePeer(7, ID, infohash, port, false, false, token));
  }

  byte @Nullable [] bytes() {
    return answer;
  }

  private @Nullable Message ask(Endpoint node, int length) {
    answer = null;
    world.onPacket(now, node, HERE, writer.buffer(), length);
    if (answer == null) {
      return null;
    }
    if (!node.equals(answeredFrom)) {
      throw new AssertionError("asked " + node + ", answered by " + answeredFrom);
    }
    return decoder.decode(answer, answer.length);
  }
}
