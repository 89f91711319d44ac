package org.orbweaver.app.task;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * Which tasks a peer's operator lets it do. It keeps the others like anybody's, but gives those up
 * that it answers for: whoever runs the crawl sees why, and nobody waits for them.
 *
 * @param schemes of URIs, one of each kind is enough; empty for all
 * @param owners of crawls, as peers are called where trust is concerned; empty for everybody's
 */
public record Accepted(Set<String> schemes, Set<Key> owners) {
  public static final Accepted ALL = new Accepted(Set.of(), Set.of());

  public Accepted {
    schemes = Set.copyOf(schemes);
    owners = Set.copyOf(owners);
  }

  /** Why not such a task of such a crawl; null if it is done. */
  @Nullable String objection(TaskKind kind, Key owner) {
    if (!schemes.isEmpty() && kind.schemes().stream().noneMatch(schemes::contains)) {
      return "the peer that answers for it does no tasks of the form " + kind.form();
    }
    return owners.isEmpty() || owners.contains(owner)
        ? null
        : "the peer that answers for it does no tasks of this crawl's owner";
  }
}
