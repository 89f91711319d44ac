package org.orbweaver.overlay.node;

import java.util.HashMap;
import java.util.Map;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * Which parts of hosts a sender knows to be full. What it does not know it is told by the part's
 * primary, to whom it then goes in vain (as clients of LH* do it); full parts stay full, so what it
 * knows stays true.
 *
 * <p>Bounded: hosts not used for long are forgotten, and learned again.
 */
final class PartImage {
  private final boolean hostKeys;
  private final Map<String, Map<HostPart, Integer>> hosts;

  /**
   * @param hostKeys false: every page is a part of its own, so keys are those of pages
   */
  PartImage(int mostHosts, boolean hostKeys) {
    this.hostKeys = hostKeys;
    hosts = new LruMap<>(mostHosts);
  }

  /** All parts from this one down to that many steps are full. */
  void learnFull(HostPart part, int steps) {
    hosts.computeIfAbsent(part.host(), host -> new HashMap<>()).merge(part, steps, Math::max);
  }

  /** The task in the first part on its way, from that level on, that may have room for it. */
  Task place(Task task, int fromLevel) {
    if (!hostKeys) {
      return task.at(TaskKey.HIGHEST_LEVEL);
    }
    Task placed = task.at(fromLevel);
    HostPart part = placed.part();
    Map<HostPart, Integer> full = part == null ? null : hosts.get(part.host());
    while (full != null && part != null) {
      int steps = full.getOrDefault(part, 0);
      if (steps == 0) {
        break;
      }
      placed = placed.at(Math.min(placed.level() + HostPart.STEP * steps, TaskKey.HIGHEST_LEVEL));
      part = placed.part();
    }
    return placed;
  }
}
