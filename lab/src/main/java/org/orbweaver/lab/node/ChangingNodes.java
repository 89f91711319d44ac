package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.net.VirtualNetwork;

/**
 * Hosts, each in a network of its own, that never stay who they are: every other one is somebody
 * else in every packet, the rest every minute, every two or every ten, each time near the victim.
 * They name only each other.
 */
final class ChangingNodes extends Attacker {
  private static final int FIRST_NETWORK = 0x4D000001; // 77.0.0.1
  private static final int[] MINUTES = {0, 1, 0, 2, 0, 10};

  private final List<Endpoint> hosts;
  private final Contact victim;

  ChangingNodes(VirtualNetwork network, List<Contact> victims, int count, Random random) {
    // Each host asks once in ten seconds.
    super(network, victims, Duration.ofSeconds(10).dividedBy(count), random);
    this.victim = victims.getFirst();
    hosts =
        IntStream.range(0, count)
            .mapToObj(i -> Endpoint.v4(FIRST_NETWORK + (i << 8), 6881))
            .toList();
  }

  @Override
  List<Endpoint> addresses() {
    return hosts;
  }

  @Override
  void strike(long now, Contact victim) {
    Endpoint from = hosts.get(random.nextInt(hosts.size()));
    ask(from, idAt(now, from), victim);
  }

  @Override
  Key idAt(long now, Endpoint local) {
    int host = (local.ipv4() - FIRST_NETWORK) >>> 8;
    int minutes = MINUTES[host % MINUTES.length];
    if (minutes == 0) {
      return idNear(victim);
    }
    long life = now / Duration.ofMinutes(minutes).toNanos();
    Key rest = new Key(mix(host, life), mix(life, host), host);
    return victim.id().prefixThen((int) Math.floorMod(mix(life, ~host), 24L), rest);
  }

  private static long mix(long a, long b) {
    long mixed = (a * 0x9E3779B97F4A7C15L + b) * 0xBF58476D1CE4E5B9L;
    return mixed ^ mixed >>> 29;
  }

  @Override
  List<Contact> friends(long now) {
    return IntStream.range(0, 8)
        .mapToObj(_ -> hosts.get(random.nextInt(hosts.size())))
        .map(host -> new Contact(idAt(now, host), host))
        .toList();
  }
}
