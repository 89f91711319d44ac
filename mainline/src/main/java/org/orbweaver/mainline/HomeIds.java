package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** Which ID each home takes: the one it had, or else a new one. */
final class HomeIds {
  private HomeIds() {}

  static List<Contact> choose(List<Endpoint> locals, NodeState saved, RandomGenerator random) {
    List<Contact> homes = new ArrayList<>();
    for (Endpoint local : locals) {
      Key known = saved.idOf(local);
      homes.add(new Contact(known != null ? known : Key.random(random), local));
    }
    return homes;
  }
}
