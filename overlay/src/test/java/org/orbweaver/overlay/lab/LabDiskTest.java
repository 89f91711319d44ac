package org.orbweaver.overlay.lab;

import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.sim.net.VirtualClock;

class LabDiskTest extends DiskContract {
  private final VirtualClock clock = new VirtualClock(0);
  private final LabDisk disk = new LabDisk(clock, 5_000_000, 1);

  LabDiskTest() {
    disk.plugInto(Runnable::run);
  }

  @Override
  protected Disk disk() {
    return disk;
  }

  @Override
  protected void crash() {
    disk.cutPower();
    disk.plugInto(Runnable::run);
  }

  @Override
  protected void syncNow() {
    boolean[] durable = new boolean[1];
    disk.sync(() -> durable[0] = true);
    while (!durable[0] && clock.step()) {}
  }
}
