package org.orbweaver.overlay.identity;

import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.memory.LruMap;

/**
 * Why hands could not be shaken, for people. Bounded: the last so many; what is older than ten
 * minutes is not told any more.
 */
final class FailedHandshakes {
  private static final int MOST = 64;
  private static final int MOST_TOLD = 8;
  private static final long FORGET_AFTER = 600_000_000_000L;

  private record Failure(long at, String sentence) {}

  private final Map<Endpoint, Failure> failures = new LruMap<>(MOST);

  private void note(long now, Endpoint with, String sentence) {
    failures.put(with, new Failure(now, sentence));
  }

  void silent(long now, Endpoint there) {
    note(
        now,
        there,
        "nobody answers at %s: is a peer running there, and is UDP let through?".formatted(there));
  }

  void otherSwarm(long now, Endpoint with) {
    note(
        now,
        with,
        "%s belongs to another swarm: the name after --swarm must be the same on both"
            .formatted(with));
  }

  /** It says that it is somewhere else than where it was met. */
  void otherAddress(long now, Endpoint with, Endpoint says) {
    note(
        now,
        with,
        "the peer at %s calls itself %s: its --bind must be the address that others see"
            .formatted(with, says));
  }

  /** The other has met this peer somewhere else than where it says it is. */
  void seenElsewhere(long now, Endpoint by, Endpoint says) {
    note(
        now,
        by,
        "%s does not see this peer at %s: --bind must be the address that others see; behind a NAT, orb up --client"
            .formatted(by, says));
  }

  /** Somebody was invited to that address by one who has another key. */
  void otherKey(long now, Endpoint with) {
    note(
        now,
        with,
        "who answers at %s is not the peer of the invitation: its key is another; ask for a new one"
            .formatted(with));
  }

  void otherVersion(long now, Endpoint with) {
    note(
        now,
        with,
        "%s speaks another version of the protocol: update the older one".formatted(with));
  }

  void shaken(Endpoint with) {
    failures.remove(with);
  }

  List<String> sentences(long now) {
    return failures.values().stream()
        .filter(failure -> now - failure.at() < FORGET_AFTER)
        .map(Failure::sentence)
        .limit(MOST_TOLD)
        .toList();
  }
}
