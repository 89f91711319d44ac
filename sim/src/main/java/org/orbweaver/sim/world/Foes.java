package org.orbweaver.sim.world;

import java.util.List;
import org.orbweaver.kademlia.Key;

/** The slots of sybils and, after them, of eclipses, grouped by the hosts that run them. */
final class Foes {
  private final List<EclipseAttack> eclipses;
  private final SharedHosts hosts;
  private final int sybilHosts;

  /** Which eclipse each host after the sybils' takes part in. */
  private final int[] eclipseOfHost;

  Foes(PopulationOptions options) {
    eclipses = options.eclipses();
    sybilHosts = options.sybils().size();
    int eclipseHosts = eclipses.stream().mapToInt(EclipseAttack::hosts).sum();
    int[] sizes = new int[sybilHosts + eclipseHosts];
    eclipseOfHost = new int[eclipseHosts];
    int next = 0;
    for (SybilAttack sybil : options.sybils()) {
      sizes[next++] = sybil.ids();
    }
    for (int attack = 0; attack < eclipses.size(); attack++) {
      EclipseAttack eclipse = eclipses.get(attack);
      for (int host = 0; host < eclipse.hosts(); host++) {
        eclipseOfHost[next - sybilHosts] = attack;
        sizes[next++] = host == 0 ? eclipse.ids() - eclipse.hosts() + 1 : 1;
      }
    }
    hosts = SharedHosts.of(options.nodes(), options.nodes(), sizes);
  }

  int endSlot() {
    return hosts.endSlot();
  }

  int hosts() {
    return hosts.groups();
  }

  int largestHost() {
    return hosts.largest();
  }

  boolean hasHost(int host) {
    return hosts.hasHost(host);
  }

  int host(int slot) {
    return hosts.host(slot);
  }

  int member(int slot) {
    return hosts.member(slot);
  }

  int slot(int host, int member) {
    return hosts.slot(host, member);
  }

  NodeRole role(int slot) {
    return hosts.group(slot) < sybilHosts ? NodeRole.SYBIL : NodeRole.ECLIPSE;
  }

  /** Which of the options' sybil or eclipse attacks, by its role, the node belongs to. */
  int attack(int slot) {
    int group = hosts.group(slot);
    return group < sybilHosts ? group : eclipseOfHost[group - sybilHosts];
  }

  Key key(int slot, Key random) {
    if (role(slot) == NodeRole.SYBIL) {
      return random;
    }
    EclipseAttack eclipse = eclipses.get(attack(slot));
    return eclipse.target().prefixThen(eclipse.sharedBits(), random);
  }
}
