package org.orbweaver.app.swarm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.trust.TrustSettings;

/**
 * How a peer runs.
 *
 * @param data its directory
 * @param swarm the swarm's name; peers of another one are strangers
 * @param home its address, UDP and TCP, as others reach it
 * @param gates peers of the swarm to join through; none for the first
 * @param expected whose key must answer at some of them, as an {@link Invitation} says
 * @param client whether it cannot be reached from outside: it owns nothing, and opens all lines
 * @param kinds of tasks that it can run
 */
public record PeerOptions(
    Path data,
    String swarm,
    Endpoint home,
    List<Endpoint> gates,
    Map<Endpoint, Key> expected,
    boolean client,
    OverlaySettings settings,
    TaskKinds kinds,
    PeerTools.Wishes wishes,
    TrustSettings trust) {
  /** Of a peer that joins through whoever is at its gates. */
  public PeerOptions(
      Path data,
      String swarm,
      Endpoint home,
      List<Endpoint> gates,
      OverlaySettings settings,
      TaskKinds kinds,
      PeerTools.Wishes wishes,
      TrustSettings trust) {
    this(data, swarm, home, gates, Map.of(), false, settings, kinds, wishes, trust);
  }

  /** Of a peer among those who trust each other. */
  public PeerOptions(
      Path data,
      String swarm,
      Endpoint home,
      List<Endpoint> gates,
      OverlaySettings settings,
      TaskKinds kinds,
      PeerTools.Wishes wishes) {
    this(data, swarm, home, gates, settings, kinds, wishes, TrustSettings.OFF);
  }

  public PeerOptions {
    gates = List.copyOf(gates);
    expected = Map.copyOf(expected);
  }
}
