package org.orbweaver.sim.world;

import java.util.Arrays;

/**
 * Consecutive slots grouped by the host they share: the first group's slots come first, and so on.
 */
final class SharedHosts {
  /** Where each group begins; one more than there are groups. */
  private final int[] starts;

  private final int firstHost;

  private SharedHosts(int[] starts, int firstHost) {
    this.starts = starts;
    this.firstHost = firstHost;
  }

  static SharedHosts of(int firstSlot, int firstHost, int[] sizes) {
    int[] starts = new int[sizes.length + 1];
    starts[0] = firstSlot;
    for (int i = 0; i < sizes.length; i++) {
      starts[i + 1] = starts[i] + sizes[i];
    }
    return new SharedHosts(starts, firstHost);
  }

  int groups() {
    return starts.length - 1;
  }

  int endSlot() {
    return starts[starts.length - 1];
  }

  int group(int slot) {
    int found = Arrays.binarySearch(starts, slot);
    return found >= 0 ? found : -found - 2;
  }

  int host(int slot) {
    return firstHost + group(slot);
  }

  int member(int slot) {
    return slot - starts[group(slot)];
  }

  boolean hasHost(int host) {
    return host >= firstHost && host < firstHost + groups();
  }

  /** The slot of that member, or {@link Roster#NOBODY}. */
  int slot(int host, int member) {
    int group = host - firstHost;
    return member >= 0 && member < size(group) ? starts[group] + member : Roster.NOBODY;
  }

  private int size(int group) {
    return starts[group + 1] - starts[group];
  }

  int largest() {
    int largest = 0;
    for (int group = 0; group < groups(); group++) {
      largest = Math.max(largest, size(group));
    }
    return largest;
  }
}
