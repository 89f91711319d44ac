package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.net.VirtualNetwork;

/** One host that queries as fast as it can, each time as another node, from a thousand ports. */
final class Flooder extends Attacker {
  private static final Endpoint HOST = Endpoint.parse("77.7.7.7:1");
  private static final int PORTS = 1_000;

  private final List<Endpoint> ports =
      IntStream.rangeClosed(1, PORTS).mapToObj(HOST::withPort).toList();
  private final Map<Endpoint, Key> claimed = new HashMap<>();

  Flooder(VirtualNetwork network, List<Contact> victims, Duration interval, Random random) {
    super(network, victims, interval, random);
  }

  @Override
  List<Endpoint> addresses() {
    return ports;
  }

  @Override
  void strike(long now, Contact victim) {
    Endpoint from = ports.get(random.nextInt(PORTS));
    Key id = idNear(victim);
    claimed.put(from, id);
    ask(from, id, victim);
  }

  @Override
  Key idAt(long now, Endpoint local) {
    return claimed.getOrDefault(local, Key.ZERO);
  }

  @Override
  List<Contact> friends(long now) {
    return IntStream.range(0, 8)
        .mapToObj(_ -> ports.get(random.nextInt(PORTS)))
        .map(port -> new Contact(idAt(now, port), port))
        .toList();
  }
}
