package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.memory.LruMap;

/**
 * What this peer knows of the clients that run tasks for it, by their keys. A key costs nothing: so
 * one that nobody knows gets little, and a network from which somebody brought false pages gets
 * nothing under new ones for a while.
 *
 * <p>Nothing of this is on disk or told to others: each peer finds out for itself. Bounded: past
 * {@link #MOST} who was not heard of longest is a stranger again.
 */
final class ClientStandings {
  /** Results of a client that were looked at and found the same, before others are not. */
  static final int KNOWN = 10;

  private static final long SECOND = 1_000_000_000L;
  private static final int MOST = 1 << 12;
  private static final int FOR_STRANGERS = 2;
  private static final int FOR_KNOWN = 16;
  private static final int LARGEST_LOT = 16;
  private static final int LOTS_GROW = 5;

  private static final long FIRST_REST = 60 * SECOND;
  private static final long LONGEST_REST = 3_600 * SECOND;
  private static final long NETWORK_BARRED = 86_400 * SECOND;

  /** Sites serve some pages differently elsewhere: one contradiction is no lie, these are. */
  private static final int MOST_CONTRADICTIONS = 3;

  /** Good results for which one is forgiven. */
  private static final int FORGIVEN_AFTER = 20;

  private static final int MOST_HOSTS = 64;

  private static final class Standing {
    private final Map<String, Boolean> contradictedAt = new LruMap<>(MOST_HOSTS);
    private int contradictions;
    private int verified;
    private int unreturned;
    private long restsUntil;
  }

  /** One who brought false pages, and of what. */
  private record Barred(Key client, String because) {}

  private final Map<Key, Standing> standings = new LruMap<>(MOST);
  private final Map<Key, Barred> barred = new LruMap<>(MOST);
  private final Map<Long, Long> barredNetworks = new LruMap<>(MOST);

  private Standing of(Key client) {
    return standings.computeIfAbsent(client, key -> new Standing());
  }

  private boolean isKnown(Key client) {
    Standing standing = standings.get(client);
    return standing != null && standing.verified >= KNOWN;
  }

  /** Why it is lent nothing, in words that it is told; null if it is. */
  @Nullable String objection(long now, Key client, long network) {
    Barred liar = barred.get(client);
    if (liar != null) {
      return liar.because();
    }
    if (!isKnown(client) && barredNetworks.getOrDefault(network, now) > now) {
      return "another client of its network brought false pages";
    }
    Standing standing = standings.get(client);
    return standing != null && standing.restsUntil > now
        ? "it did not bring back %,d of the tasks that it was lent".formatted(standing.unreturned)
        : null;
  }

  /** How many tasks it may have at once. */
  int most(Key client) {
    return isKnown(client) ? FOR_KNOWN : FOR_STRANGERS;
  }

  /** Of how many results one is looked at before any of them counts. */
  int lot(Key client) {
    return isKnown(client) ? Math.min(LARGEST_LOT, of(client).verified / LOTS_GROW) : 1;
  }

  /** What it brought is what this peer is served, too. */
  void verified(Key client) {
    Standing standing = of(client);
    standing.verified++;
    standing.unreturned = 0;
    if (standing.verified % FORGIVEN_AFTER == 0 && standing.contradictions > 0) {
      standing.contradictions--;
    }
  }

  /**
   * What it brought is not what this peer is served. From now on each of its results is looked at,
   * as of one that nobody knows, and it is lent nothing of that host; contradicted at several hosts
   * it is lent nothing at all.
   *
   * @return whether it is that far
   */
  boolean contradicted(long now, Key client, long network, String host, String uri) {
    Standing standing = of(client);
    standing.verified = 0;
    if (standing.contradictedAt.put(host, true) == null) {
      standing.contradictions++;
    }
    if (standing.contradictions < MOST_CONTRADICTIONS) {
      return false;
    }
    barred.put(
        client,
        new Barred(
            client,
            "what it brought of %d hosts is not what they serve, of %s for one"
                .formatted(standing.contradictions, uri)));
    barredNetworks.put(network, now + NETWORK_BARRED);
    standings.remove(client);
    return true;
  }

  /** Whether it may be lent something of that host. */
  boolean isTrustedAt(Key client, String host) {
    Standing standing = standings.get(client);
    return standing == null || !standing.contradictedAt.containsKey(host);
  }

  /** It is lent nothing for a while, for longer each time. */
  void letTimeRunOut(long now, Key client) {
    Standing standing = of(client);
    long rest = FIRST_REST << Math.min(standing.unreturned, 6);
    standing.unreturned++;
    standing.restsUntil = now + Math.min(rest, LONGEST_REST);
  }

  boolean isBarred(Key client) {
    return barred.containsKey(client);
  }

  /** Whether so much of it was looked at and good that it counts as somebody who contributes. */
  boolean hasHelped(@Nullable Key client) {
    return client != null && isKnown(client);
  }

  /** Who brought false pages, for people. */
  List<String> sentences() {
    List<String> all = new ArrayList<>();
    barred
        .values()
        .forEach(
            each ->
                all.add(
                    "client %s is lent nothing more: %s"
                        .formatted(each.client().toString().substring(0, 8), each.because())));
    return all;
  }
}
