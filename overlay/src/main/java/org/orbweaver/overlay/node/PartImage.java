package org.orbweaver.overlay.node;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * What a sender believes about how hosts are split. It may lag behind the truth: then the guardian
 * of a part says that the page has moved on, and the image is corrected (as clients of LH* do it).
 *
 * <p>Bounded: hosts not used for long are forgotten, and learned again.
 */
final class PartImage {
  private final boolean hostKeys;
  private final LinkedHashMap<String, Map<Integer, Integer>> hosts;

  /**
   * @param hostKeys false: every page is a part of its own, so keys are those of pages
   */
  PartImage(int mostHosts, boolean hostKeys) {
    this.hostKeys = hostKeys;
    hosts =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Map<Integer, Integer>> eldest) {
            return size() > mostHosts;
          }
        };
  }

  void learn(HostPart part) {
    if (part.level() > 0) {
      hosts
          .computeIfAbsent(part.host(), host -> new HashMap<>())
          .merge(part.number(), part.level(), Math::max);
    }
  }

  /** The task in the part where it is, as far as is known. */
  Task place(Task task) {
    if (!hostKeys) {
      return task.at(TaskKey.HIGHEST_LEVEL);
    }
    String host = TaskKey.host(task.uri());
    Map<Integer, Integer> levels = host.isEmpty() ? null : hosts.get(host);
    if (levels == null) {
      return task.at(0);
    }
    HostPart part = known(HostPart.whole(host), levels);
    while (!part.contains(task.uri())) {
      part = known(part.next(task.uri()), levels);
    }
    return task.at(part.level());
  }

  private static HostPart known(HostPart part, Map<Integer, Integer> levels) {
    int level = Math.max(part.level(), levels.getOrDefault(part.number(), 0));
    return new HostPart(part.host(), part.number(), level);
  }
}
