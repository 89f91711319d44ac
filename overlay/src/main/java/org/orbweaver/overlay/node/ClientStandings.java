package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.memory.LruMap;

/**
 * What this peer knows of the clients that run tasks for it, by their keys. A key costs nothing: so
 * one that nobody knows gets little, and a network from which somebody brought something false gets
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

  private static final class Standing {
    private int verified;
    private int unreturned;
    private long restsUntil;
  }

  /** One who brought something false, and what. */
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
    Barred false_ = barred.get(client);
    if (false_ != null) {
      return false_.because();
    }
    if (!isKnown(client) && barredNetworks.getOrDefault(network, now) > now) {
      return "another client of its network brought something false";
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
  }

  /** It is lent nothing for a while, for longer each time. */
  void letTimeRunOut(long now, Key client) {
    Standing standing = of(client);
    long rest = FIRST_REST << Math.min(standing.unreturned, 6);
    standing.unreturned++;
    standing.restsUntil = now + Math.min(rest, LONGEST_REST);
  }

  /** It is lent nothing more. */
  void bar(long now, Key client, long network, String because) {
    barred.put(client, new Barred(client, because));
    barredNetworks.put(network, now + NETWORK_BARRED);
    standings.remove(client);
  }

  boolean isBarred(Key client) {
    return barred.containsKey(client);
  }

  /** Whether so much of it was looked at and good that it counts as somebody who contributes. */
  boolean hasHelped(@Nullable Key client) {
    return client != null && isKnown(client);
  }

  /** Who brought something false, for people. */
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
