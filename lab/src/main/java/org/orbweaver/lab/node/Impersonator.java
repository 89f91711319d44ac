package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.net.VirtualNetwork;

/**
 * Floods the victim with queries in the names of its contacts and under made-up IDs, so that it
 * takes them for flooders or for liars.
 */
final class Impersonator extends Attacker {
  private final StolenNames names;

  Impersonator(
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
    if (name != null) {
      ask(name, idNear(victim), victim);
    }
  }
}
