package org.orbweaver.kademlia;

import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The indexer paper's lookup cache (§2.5, §3.4), shared by all lookups of all homes:
 * <i>anchors</i>, the targets looked up lately, and the nodes that answered lately near them, both
 * in key order. Lookups start from it and look again after every reply.
 *
 * <p>Like the paper it takes neighbours in natural order for neighbours by XOR and looks only at a
 * window of them: sometimes it keeps a node too many or offers one that is not the closest, and the
 * lookup itself puts that right. A node is refused where the anchors beside it have enough closer
 * ones. A node that fails a query is removed at once, and one that keeps failing is remembered by
 * {@link SilentContacts}, an addition to the paper: without it the dead nodes around a target cost
 * a third of the queries of a cached lookup.
 *
 * <p>Bounded: when there is no room for a node or an anchor, the older half goes by time, so that a
 * walk in natural order takes a small cache along with it; where that makes little room, because
 * all came at once, newcomers are refused for a second. The owner calls {@link #cleanUp} every ten
 * minutes.
 *
 * <p>For one thread, unlike the paper's (§3.4): all lookups of a node run on its own. A skip list,
 * which several could share, goes backwards only by searching anew for every step; the lookups of a
 * busy indexer spent a quarter of their time on that.
 */
public final class LookupCache {
  public static final long MAX_AGE = 10 * 60 * 1_000_000_000L;

  private static final long PAUSE = 1_000_000_000L;

  /** Nodes an anchor keeps: the closest set and some in reserve for those that will be dead. */
  private static final int PER_ANCHOR = 16;

  /** How many neighbours on each side stand for the whole neighbourhood. */
  private static final int WINDOW = 24;

  private record Cached(Contact contact, long lastReply) {}

  private final int capacity;
  private final NavigableMap<Key, Long> anchors = new TreeMap<>();
  private final NavigableMap<Key, Cached> nodes = new TreeMap<>();
  private final SilentContacts silent;
  private long nextSweep = TableEntry.NEVER;

  /**
   * @param capacity the most anchors, the most nodes and the most silent contacts remembered
   */
  public LookupCache(int capacity) {
    this.capacity = capacity;
    this.silent = new SilentContacts(capacity, MAX_AGE);
  }

  /** A cache without room: it keeps nothing and offers nothing. */
  public static LookupCache disabled() {
    return new LookupCache(0);
  }

  /** A lookup for this key begins: nodes near it are worth keeping. */
  public void anchor(long now, Key target) {
    if (anchors.containsKey(target) || hasRoom(now, anchors)) {
      anchors.put(target, now);
    }
  }

  /** The contact answered. It is kept if an anchor beside it has few closer ones. */
  public void onReply(long now, Contact contact) {
    silent.onReply(contact);
    Cached known = nodes.get(contact.id());
    if (known != null) {
      if (known.contact.equals(contact)) {
        nodes.put(contact.id(), new Cached(contact, now));
      }
      return;
    }
    boolean needed =
        isNeeded(anchors.floorKey(contact.id()), contact.id())
            || isNeeded(anchors.higherKey(contact.id()), contact.id());
    if (needed && hasRoom(now, nodes)) {
      nodes.put(contact.id(), new Cached(contact, now));
    }
  }

  /** The contact did not answer: it is not offered any more. */
  public void onFailure(Contact contact) {
    Cached known = nodes.get(contact.id());
    if (known != null && known.contact.equals(contact)) {
      nodes.remove(contact.id());
    }
  }

  /**
   * An answer from the contact is overdue. It may still come, and undoes this; but certainty takes
   * ten seconds, in which a walk in natural order asks the same dead nodes ten times over.
   */
  public void onSilence(long now, Contact contact) {
    silent.onSilence(now, contact);
  }

  /** Whether several queries to the contact went unanswered lately and none was answered since. */
  public boolean isSilent(long now, Contact contact) {
    return silent.contains(now, contact);
  }

  /**
   * Fills the array with the cached contacts closest to the target, closest first.
   *
   * @return how many there are
   */
  public int closest(long now, Key target, Contact[] into) {
    int found = gather(now, target, nodes.tailMap(target, true), into, 0);
    return gather(now, target, nodes.headMap(target, false).descendingMap(), into, found);
  }

  /** Forgets what is too old, and nodes that no anchor needs any more. */
  public void cleanUp(long now) {
    forget(now, MAX_AGE);
    silent.cleanUp(now);
    Set<Key> needed = new HashSet<>();
    Contact[] closest = new Contact[PER_ANCHOR];
    for (Key anchor : anchors.keySet()) {
      int count = closest(now, anchor, closest);
      for (int i = 0; i < count; i++) {
        needed.add(closest[i].id());
      }
    }
    nodes.keySet().retainAll(needed);
  }

  public int nodes() {
    return nodes.size();
  }

  public int anchors() {
    return anchors.size();
  }

  private boolean hasRoom(long now, Map<Key, ?> among) {
    if (among.size() >= capacity && capacity > 0 && now >= nextSweep) {
      forgetOlderHalf(now);
      nextSweep = among.size() < capacity - capacity / 8 ? now : now + PAUSE;
    }
    return among.size() < capacity;
  }

  private void forgetOlderHalf(long now) {
    long oldest = now;
    for (long time : anchors.values()) {
      oldest = Math.min(oldest, time);
    }
    for (Cached cached : nodes.values()) {
      oldest = Math.min(oldest, cached.lastReply);
    }
    forget(now, Math.max(1, (now - oldest) / 2));
  }

  private void forget(long now, long age) {
    anchors.values().removeIf(time -> now - time >= age);
    nodes.values().removeIf(cached -> now - cached.lastReply >= age);
  }

  /** Whether fewer than enough nodes closer to the anchor than {@code id} are cached beside it. */
  private boolean isNeeded(@Nullable Key anchor, Key id) {
    if (anchor == null) {
      return false;
    }
    int closer =
        closerThan(id, anchor, nodes.tailMap(anchor, true))
            + closerThan(id, anchor, nodes.headMap(anchor, false).descendingMap());
    return closer < PER_ANCHOR;
  }

  private static int closerThan(Key id, Key anchor, NavigableMap<Key, Cached> side) {
    int closer = 0;
    int seen = 0;
    for (Key neighbour : side.keySet()) {
      if (seen++ == WINDOW) {
        break;
      }
      if (anchor.compareDistance(neighbour, id) < 0) {
        closer++;
      }
    }
    return closer;
  }

  private int gather(
      long now, Key target, NavigableMap<Key, Cached> side, Contact[] into, int found) {
    int end = found;
    int seen = 0;
    for (Cached cached : side.values()) {
      if (seen++ == WINDOW) {
        break;
      }
      if (now - cached.lastReply < MAX_AGE) {
        end = insert(target, cached.contact, into, end);
      }
    }
    return end;
  }

  private static int insert(Key target, Contact contact, Contact[] into, int count) {
    int place = count;
    while (place > 0 && target.compareDistance(contact.id(), into[place - 1].id()) < 0) {
      place--;
    }
    if (place >= into.length) {
      return count;
    }
    int end = Math.min(count + 1, into.length);
    System.arraycopy(into, place, into, place + 1, end - place - 1);
    into[place] = contact;
    return end;
  }
}
