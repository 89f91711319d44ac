package org.orbweaver.overlay.lab;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.node.OverlayNode;

/** One machine of the lab: an address, a disk, and while it is switched on a peer. */
public final class LabPeer {
  private final LabSwarm swarm;
  private final Endpoint address;
  private LabDisk disk;
  private LabDisk results;
  private @Nullable OverlayNode node;

  LabPeer(LabSwarm swarm, Endpoint address) {
    this.swarm = swarm;
    this.address = address;
    this.disk = swarm.newDisk();
    this.results = swarm.newDisk();
  }

  public Endpoint address() {
    return address;
  }

  public LabDisk disk() {
    return disk;
  }

  public LabDisk results() {
    return results;
  }

  public @Nullable OverlayNode node() {
    return node;
  }

  public boolean isUp() {
    return node != null;
  }

  public void start(Collection<Endpoint> gates) {
    OverlayNode fresh = swarm.newNode(this);
    node = fresh;
    disk.plugInto(work -> swarm.network().execute(fresh, work));
    results.plugInto(work -> swarm.network().execute(fresh, work));
    swarm.network().attach(fresh, List.of(address));
    swarm.network().execute(fresh, () -> fresh.join(swarm.clock().now(), gates));
  }

  /** Pulls the plug. */
  public void crash() {
    OverlayNode running = node;
    if (running != null) {
      swarm.network().detach(running);
      disk.cutPower(swarm.random());
      results.cutPower(swarm.random());
      node = null;
    }
  }

  /** The disk is full, or no more. */
  public void fillDisk(boolean full) {
    disk.fail(full);
  }

  /** The disk fails a sync; only who switches the machine off and on again can go on. */
  public void breakDisk() {
    disk.breakDown();
    results.breakDown();
  }

  /** The disk is beyond repair; the machine gets an empty one. */
  public void loseDisk() {
    crash();
    disk = swarm.newDisk();
    results = swarm.newDisk();
  }
}
