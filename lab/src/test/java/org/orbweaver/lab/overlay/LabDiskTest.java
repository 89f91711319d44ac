package org.orbweaver.lab.overlay;

import org.orbweaver.lab.net.VirtualClock;
import org.orbweaver.overlay.ledger.Disk;

class LabDiskTest extends DiskContract {
  private final VirtualClock clock = new VirtualClock(0);
  private final LabDisk disk = new LabDisk(clock, 5_000_000, 1);

  LabDiskTest() {
    disk.plugInto(Runnable::run);
  }

  @Override
  Disk disk() {
    return disk;
  }

  @Override
  void crash() {
    disk.cutPower();
    disk.plugInto(Runnable::run);
  }

  @Override
  void syncNow() {
    boolean[] durable = new boolean[1];
    disk.sync(() -> durable[0] = true);
    while (!durable[0] && clock.step()) {}
  }
}
