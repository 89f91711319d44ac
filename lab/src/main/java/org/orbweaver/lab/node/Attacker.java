package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/** Somebody who strikes at one node's homes again and again, and answers whoever asks back. */
abstract class Attacker implements PacketHandler {
  final Random random;
  final QueryWriter query = new QueryWriter(false);
  final ReplyWriter reply = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);
  private final MessageDecoder decoder = new MessageDecoder();
  private final VirtualNetwork network;
  private final List<Contact> victims;
  private final long interval;
  private long nextStrike;

  Attacker(VirtualNetwork network, List<Contact> victims, Duration interval, Random random) {
    this.random = random;
    this.network = network;
    this.victims = victims;
    this.interval = interval.toNanos();
  }

  /** Where it can be reached; may be nowhere. */
  List<Endpoint> addresses() {
    return List.of();
  }

  abstract void strike(long now, Contact victim);

  /** Whom it claims to be when asked there. */
  Key idAt(long now, Endpoint local) {
    return Key.ZERO;
  }

  /** Whom it names when asked for others. */
  List<Contact> friends(long now) {
    return List.of();
  }

  final void send(Endpoint from, Contact victim, byte[] packet, int length) {
    network.send(from, victim.endpoint(), packet, length);
  }

  final void ask(Endpoint from, Key id, Contact victim) {
    int length = query.findNode(random.nextInt(), id, Key.random(random), Want.UNSAID);
    send(from, victim, query.buffer(), length);
  }

  /** As close to the victim as is needed to aim at any of the buckets around its ID. */
  final Key idNear(Contact victim) {
    return victim.id().prefixThen(random.nextInt(24), Key.random(random));
  }

  @Override
  public final long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    if (decoder.decode(packet, length) instanceof Query asked) {
      Contact[] named = friends(now).toArray(new Contact[0]);
      int size =
          reply.to(asked, from, idAt(now, local)).nodes(Want.IPV4, named, named.length).write();
      network.send(local, from, reply.buffer(), size);
    }
    return nextStrike;
  }

  @Override
  public final long onTick(long now) {
    if (now >= nextStrike) {
      nextStrike = now + interval;
      strike(now, victims.get(random.nextInt(victims.size())));
    }
    return nextStrike;
  }
}
