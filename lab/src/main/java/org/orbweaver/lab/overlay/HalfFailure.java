package org.orbweaver.lab.overlay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lab.LabPeer;
import org.orbweaver.overlay.lab.LabSwarm;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.sim.net.LinkModel;

/**
 * Half of all peers fail at once (Chord's theorems 1 and 2): do lookups begun the next moment still
 * find the closest living peer, and soon?
 */
public final class HalfFailure {
  private static final int LOOKUPS = 1000;

  /**
   * What lookups met when half of the peers had failed.
   *
   * @param correct the share of lookups, begun right after the failure, that found the closest of
   *     the living
   * @param meanAsked how many peers they asked for it; 2 would be the mean if half of all known are
   *     dead
   * @param settledAfterSeconds when all living peers knew exactly who lives
   */
  public record Report(
      int peers, int lookups, double correct, double meanAsked, double settledAfterSeconds) {}

  private final int peers;
  private final LabSwarm swarm;

  public HalfFailure(int peers, long seed) {
    this.peers = peers;
    OverlaySettings settings =
        OverlaySettings.DEFAULT
            .change()
            .virtualNodes(8)
            .slots(1)
            .smallestPart(16)
            .remembers(16)
            .reconcileNanos(0)
            .done();
    LinkModel links = LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(150));
    LinkGraph nothing = LinkGraph.zipf(1, 1, seed);
    this.swarm = new LabSwarm(nothing, settings, Duration.ofSeconds(1), links, 0, seed);
  }

  public Report run() {
    swarm.begin(peers);
    swarm.runFor(Duration.ofSeconds(5));
    List<LabPeer> doomed = new ArrayList<>(swarm.peers());
    Collections.shuffle(doomed, Random.from(swarm.random()));
    doomed.subList(0, peers / 2).forEach(LabPeer::crash);
    long failed = swarm.clock().now();
    MembershipView living = living();
    int[] outcome = new int[2];
    for (int i = 0; i < LOOKUPS; i++) {
      look(Key.random(swarm.random()), living, outcome);
    }
    boolean settled = false;
    while (!settled && swarm.clock().now() < failed + Duration.ofMinutes(20).toNanos()) {
      swarm.runFor(Duration.ofSeconds(1));
      settled = swarm.up().stream().allMatch(peer -> knows(peer, living));
    }
    return new Report(
        peers,
        LOOKUPS,
        (double) outcome[0] / LOOKUPS,
        (double) outcome[1] / LOOKUPS,
        (swarm.clock().now() - failed) / 1e9);
  }

  private void look(Key key, MembershipView living, int[] outcome) {
    List<LabPeer> up = swarm.up();
    OverlayNode asker = up.get(swarm.random().nextInt(up.size())).node();
    if (asker == null) {
      return;
    }
    Endpoint truth = living.closest(key, 1).getFirst().address();
    swarm
        .network()
        .execute(
            asker,
            () ->
                asker.findOwner(
                    swarm.clock().now(),
                    key,
                    (owner, asked) -> {
                      outcome[0] += owner.address().equals(truth) ? 1 : 0;
                      outcome[1] += asked;
                    }));
  }

  private MembershipView living() {
    List<Peer> members = new ArrayList<>();
    for (LabPeer peer : swarm.up()) {
      OverlayNode node = peer.node();
      if (node != null) {
        members.add(node.members().self());
      }
    }
    return MembershipView.of(members);
  }

  private static boolean knows(LabPeer peer, MembershipView living) {
    OverlayNode node = peer.node();
    return node == null || addresses(node.members().view()).equals(addresses(living));
  }

  private static List<Endpoint> addresses(MembershipView view) {
    return view.peers().stream().map(Peer::address).toList();
  }
}
