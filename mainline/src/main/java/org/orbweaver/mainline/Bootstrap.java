package org.orbweaver.mainline;

import java.util.List;
import org.orbweaver.kademlia.Endpoint;

/**
 * Whom to ask when we know nobody. Saved contacts are tried before.
 *
 * @param nodes ordinary nodes
 * @param routers servers that exist for newcomers; they never enter our table (BEP 5 asks for that)
 */
public record Bootstrap(List<Endpoint> nodes, List<Endpoint> routers) {
  public static final Bootstrap NONE = new Bootstrap(List.of(), List.of());

  public Bootstrap {
    nodes = List.copyOf(nodes);
    routers = List.copyOf(routers);
  }
}
