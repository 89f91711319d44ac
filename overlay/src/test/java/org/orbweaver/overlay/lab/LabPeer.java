package org.orbweaver.overlay.lab;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.wire.PacketHandler;

/** One machine of the lab: an address, a disk, and while it is switched on a peer. */
public final class LabPeer {
  private final LabSwarm swarm;
  private final Endpoint address;
  private LabDisk disk;
  private LabDisk results;
  private PeerKeys keys;
  private LabJournal journal = new LabJournal();
  private @Nullable Running running;

  /**
   * A machine that is switched on.
   *
   * @param handler what the network sees of the node: itself, or its handshakes before it
   */
  record Running(OverlayNode node, PacketHandler handler) {}

  LabPeer(LabSwarm swarm, Endpoint address) {
    this.swarm = swarm;
    this.address = address;
    this.disk = swarm.newDisk();
    this.results = swarm.newDisk();
    this.keys = swarm.newKeys();
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

  PeerKeys keys() {
    return keys;
  }

  LabJournal journal() {
    return journal;
  }

  public @Nullable OverlayNode node() {
    return running == null ? null : running.node();
  }

  public boolean isUp() {
    return running != null;
  }

  public void start(Collection<Endpoint> gates) {
    Running fresh = swarm.newPeer(this);
    running = fresh;
    disk.plugInto(work -> swarm.network().execute(fresh.handler(), work));
    results.plugInto(work -> swarm.network().execute(fresh.handler(), work));
    swarm.network().attach(fresh.handler(), List.of(address));
    execute(() -> fresh.node().join(swarm.clock().now(), gates));
  }

  /** Does something on the peer's thread; nothing while it is switched off. */
  public void execute(Runnable work) {
    if (running != null) {
      swarm.network().execute(running.handler(), work);
    }
  }

  /** Pulls the plug. */
  public void crash() {
    if (running != null) {
      swarm.network().detach(running.handler());
      disk.cutPower(swarm.random());
      results.cutPower(swarm.random());
      running = null;
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

  /** The disk is beyond repair, and the keys with it; the machine gets an empty one. */
  public void loseDisk() {
    crash();
    disk = swarm.newDisk();
    results = swarm.newDisk();
    keys = swarm.newKeys();
    journal = new LabJournal();
  }
}
