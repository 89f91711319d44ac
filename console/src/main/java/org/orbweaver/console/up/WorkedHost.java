package org.orbweaver.console.up;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.TaskLog;

/**
 * A site in the latest runs of tasks of this peer.
 *
 * @param pace mean time from one run to the next; null where there was only one
 */
record WorkedHost(String name, long done, long failed, @Nullable Duration pace, Instant latest) {

  /**
   * All of them, the one worked on last first.
   *
   * @param runs the latest first
   */
  static List<WorkedHost> in(List<TaskLog.Run> runs) {
    Map<String, List<TaskLog.Run>> byHost = new HashMap<>();
    for (TaskLog.Run run : runs) {
      String host = host(run.uri());
      if (host != null) {
        byHost.computeIfAbsent(host, absent -> new ArrayList<>()).add(run);
      }
    }
    return byHost.entrySet().stream()
        .map(each -> of(each.getKey(), each.getValue()))
        .sorted(Comparator.comparing(WorkedHost::latest).reversed())
        .toList();
  }

  private static WorkedHost of(String name, List<TaskLog.Run> runs) {
    Instant latest = runs.getFirst().at();
    Duration past = Duration.between(runs.getLast().at(), latest);
    return new WorkedHost(
        name,
        runs.stream().filter(run -> run.end() == TaskLog.End.DONE).count(),
        runs.stream().filter(run -> run.end() == TaskLog.End.FAILED).count(),
        runs.size() < 2 ? null : past.dividedBy(runs.size() - 1L),
        latest);
  }

  /** Null for what is no page. */
  private static @Nullable String host(String uri) {
    try {
      return uri.startsWith("http") ? URI.create(uri).getAuthority() : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
