package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.sim.net.VirtualNetwork;

/**
 * The nodes of an eclipse do not wait to be found: each asks the victim something every ten
 * seconds. The world answers in their names.
 */
final class Besiegers extends Attacker {
  private final List<Contact> nodes;

  Besiegers(VirtualNetwork network, List<Contact> victims, List<Contact> nodes, Random random) {
    super(network, victims, Duration.ofSeconds(10).dividedBy(nodes.size()), random);
    this.nodes = nodes;
  }

  @Override
  void strike(long now, Contact victim) {
    Contact one = nodes.get(random.nextInt(nodes.size()));
    ask(one.endpoint(), one.id(), victim);
  }
}
