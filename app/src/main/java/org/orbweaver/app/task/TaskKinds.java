package org.orbweaver.app.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** The kinds of tasks that a peer can run. */
public final class TaskKinds {
  private final List<TaskKind> kinds;

  public TaskKinds(List<TaskKind> kinds) {
    this.kinds = List.copyOf(kinds);
  }

  /** These and one more. */
  public TaskKinds with(TaskKind kind) {
    List<TaskKind> more = new ArrayList<>(kinds);
    more.add(kind);
    return new TaskKinds(more);
  }

  /** The kind of a URI; null if this peer does not know it. */
  public @Nullable TaskKind of(String uri) {
    String scheme = uri.substring(0, Math.max(0, uri.indexOf(':'))).toLowerCase(Locale.ROOT);
    return kinds.stream().filter(kind -> kind.schemes().contains(scheme)).findFirst().orElse(null);
  }

  /**
   * The one form of a URI that the swarm keeps.
   *
   * @throws IllegalArgumentException with a sentence, if it can be no task
   */
  public String canonical(String uri) {
    return known(uri).canonical(uri);
  }

  /**
   * The same as a seed, see {@link TaskKind#given}.
   *
   * @throws IllegalArgumentException with a sentence, if it can be no task
   */
  public String given(String uri) {
    return known(uri).given(uri);
  }

  /** A seed of a crawl, in the same way. */
  public Task seed(CrawlId crawl, String uri) {
    return known(uri).seed(crawl, uri);
  }

  /**
   * Whether a task is written, and stands in the key space, as its kind would have it. The overlay
   * cannot tell: it believes the key that a task without a host carries along. So a member could
   * choose one that it is closest to, and be the primary of whatever it likes. Of a kind that this
   * peer does not know everything may be.
   */
  public boolean isInItsPlace(Task task) {
    TaskKind kind = of(task.uri());
    try {
      return kind == null
          || (kind.canonical(task.uri()).equals(task.uri())
              && Objects.equals(kind.key(task.uri()), task.own()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private TaskKind known(String uri) {
    TaskKind kind = of(uri);
    if (kind == null) {
      throw new IllegalArgumentException(
          "'%s' cannot be crawled; write %s".formatted(uri, forms()));
    }
    return kind;
  }

  /** How URIs are written, of all kinds. */
  public String forms() {
    String all = kinds.stream().map(TaskKind::form).collect(Collectors.joining(", "));
    int last = all.lastIndexOf(", ");
    return last < 0 ? all : all.substring(0, last) + " or " + all.substring(last + 2);
  }
}
