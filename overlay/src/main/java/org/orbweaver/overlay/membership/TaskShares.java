package org.orbweaver.overlay.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Who leads fewer tasks than stand closest to it: newcomers, who have still to earn more, and those
 * whose work is being looked at again, who lead none. The next in the row leads instead; as holders
 * they all stay what they are. Whether a key is among those left to a peer goes by its first bits,
 * so the pages of a host stay together.
 *
 * @param of how many of 256 keys a peer leads; who is not in it leads all of its own
 */
public record TaskShares(Map<Endpoint, Integer> of) {
  public static final TaskShares ALL = new TaskShares(Map.of());

  private static final int BITS = 8;

  public TaskShares {
    of = Map.copyOf(of);
  }

  public boolean mayLead(Endpoint peer, Key key) {
    Integer share = of.get(peer);
    return share == null
        || key.high() * 0x9E3779B97F4A7C15L >>> Long.SIZE - BITS
            < share; // not by the ID's own bits
  }

  /** The same peers, who leads the key first; if none of them may, the closest does. */
  public List<Peer> inOrder(List<Peer> closest, Key key) {
    if (of.isEmpty()) {
      return closest;
    }
    for (int i = 0; i < closest.size(); i++) {
      Peer each = closest.get(i);
      if (mayLead(each.address(), key)) {
        if (i == 0) {
          return closest;
        }
        List<Peer> order = new ArrayList<>(closest);
        order.remove(i);
        order.addFirst(each);
        return List.copyOf(order);
      }
    }
    return closest;
  }
}
