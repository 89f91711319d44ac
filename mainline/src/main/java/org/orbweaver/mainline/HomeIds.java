package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;
import org.orbweaver.kademlia.StaggeredIds;

/**
 * Which ID each home takes: the one it had in the last run if it still fits its address, else one
 * that does (BEP 42), as far from those of the other homes as can be (paper §2.2.1). A private
 * address says nothing about the one the world sees: such a home starts with a merely staggered ID
 * and takes another when others have told its address.
 */
final class HomeIds {
  private HomeIds() {}

  static List<Contact> choose(List<Endpoint> locals, NodeState saved, RandomGenerator random) {
    List<Key> inUse = new ArrayList<>();
    List<Contact> homes = new ArrayList<>();
    Key root = Key.random(random);
    for (Endpoint local : locals) {
      Key id = saved.idOf(local);
      if (id == null || inUse.contains(id) || !SecureId.conforms(id, local)) {
        id =
            local.isGlobal()
                ? StaggeredIds.secure(local, inUse, random)
                : StaggeredIds.derived(root, homes.size());
      }
      inUse.add(id);
      homes.add(new Contact(id, local));
    }
    return homes;
  }
}
