package org.orbweaver.overlay.task;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * Something a task leads to, which becomes a task of the same crawl and round.
 *
 * @param uri in its canonical form
 * @param further how many links further from the seeds it is
 * @param way whether that many matter
 * @param marks what the task's kind wants to be known about it, a byte
 * @param key of what has no host; null for its hash
 * @param note what its kind wants to be known besides, a {@linkplain Task#isNote short text}
 */
public record FoundLink(
    String uri, int further, Way way, int marks, @Nullable Key key, String note) {
  public FoundLink(String uri, int further, Way way, int marks, @Nullable Key key) {
    this(uri, further, way, marks, key, "");
  }

  /** An ordinary link. */
  public static FoundLink to(String uri) {
    return new FoundLink(uri, 1, Way.ANY, 0, null);
  }
}
