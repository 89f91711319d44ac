package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.Want;

/**
 * Sees no traffic but knows the victim's table, and sends replies in the names of those in it:
 * under false IDs, with invented nodes, and with guessed transactions.
 */
final class Forger extends Attacker {
  private static final int FIRST_INVENTED = 0x4E000001; // 78.0.0.1

  private final StolenNames names;
  private final MessageDecoder decoder = new MessageDecoder();

  Forger(
      VirtualNetwork network,
      List<Contact> victims,
      Duration interval,
      StolenNames names,
      Random random) {
    super(network, victims, interval, random);
    this.names = names;
  }

  @Override
  void strike(long now, Contact victim) {
    Endpoint name = names.next(random);
    long transaction = random.nextLong(1 << 12) << 24 | random.nextInt(1 << 24);
    int length = query.ping(transaction, Key.ZERO);
    if (name != null && decoder.decode(query.buffer(), length) instanceof Query asked) {
      Contact[] invented = friends(now).toArray(new Contact[0]);
      int size = reply.to(asked, null, idNear(victim)).nodes(Want.IPV4, invented, 8).write();
      send(name, victim, reply.buffer(), size);
    }
  }

  @Override
  List<Contact> friends(long now) {
    return IntStream.range(0, 8)
        .mapToObj(_ -> Endpoint.v4(FIRST_INVENTED + random.nextInt(1 << 24), 6881))
        .map(endpoint -> new Contact(Key.random(random), endpoint))
        .toList();
  }
}
