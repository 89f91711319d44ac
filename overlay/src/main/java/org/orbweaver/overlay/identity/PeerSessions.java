package org.orbweaver.overlay.identity;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.memory.LruMap;

/**
 * Those this peer has shaken hands with. When both began a handshake at once there are two sessions
 * for a while, and each may use the other one: so the last two are kept.
 *
 * <p>Bounded: {@link #MOST} in all, and {@link #MOST_PER_ADDRESS} at one address (in IPv6, one
 * /64), because ports cost an attacker nothing, and {@link #MOST_PER_NETWORK} in an IPv6 /48, which
 * is one customer's, too.
 */
final class PeerSessions {
  static final int MOST = 1 << 17;
  static final int MOST_PER_ADDRESS = 8;
  static final int MOST_PER_NETWORK = 1024;

  private static final int MOST_GONE = 1024;

  /** A place is given up for a newcomer when hands were shaken so long ago; they can be again. */
  private static final long FORGET_AFTER = 600_000_000_000L;

  private record Known(Peer peer, Session current, @Nullable Session before, long since) {}

  private final Map<Endpoint, Known> known = new HashMap<>();

  /** Those at one address, the latest handshake last. */
  private final Map<Long, ArrayDeque<Endpoint>> byAddress = new HashMap<>();

  private final Map<Long, Integer> perNetwork = new HashMap<>();

  /** The same for other threads. */
  private final Set<Endpoint> names = ConcurrentHashMap.newKeySet();

  /** Those of them that are clients, by the number of their session; for other threads, too. */
  private final Map<Integer, Endpoint> clientSessions = new HashMap<>();

  private final Set<Endpoint> clients = ConcurrentHashMap.newKeySet();

  /** Where clients were met that have moved on: an answer that comes late is for nobody. */
  private final Map<Endpoint, Boolean> goneClients =
      Collections.synchronizedMap(new LruMap<>(MOST_GONE));

  boolean hasRoomFor(long now, Endpoint address) {
    if (known.containsKey(address)) {
      return true;
    }
    ArrayDeque<Endpoint> there = byAddress.get(place(address));
    return known.size() < MOST
        && perNetwork.getOrDefault(network(address), 0) < MOST_PER_NETWORK
        && (there == null || there.size() < MOST_PER_ADDRESS || isOld(now, there.getFirst()));
  }

  private boolean isOld(long now, Endpoint address) {
    Known it = known.get(address);
    return it == null || now - it.since() > FORGET_AFTER;
  }

  private static long place(Endpoint address) {
    return address.isIpv4() ? address.low() : address.high();
  }

  private static long network(Endpoint address) {
    return address.isIpv4() ? address.low() : address.high() >>> 16;
  }

  void add(long now, Endpoint address, Session session) {
    Known before = known.get(address);
    ArrayDeque<Endpoint> there =
        byAddress.computeIfAbsent(place(address), place -> new ArrayDeque<>());
    there.remove(address);
    if (session.peer().isClient()) {
      there.stream()
          .filter(other -> isSameClient(other, session.peer()))
          .findFirst()
          .ifPresent(
              moved -> {
                there.remove(moved); // its NAT has given it another port
                forget(moved);
              });
    }
    there.addLast(address);
    if (there.size() > MOST_PER_ADDRESS) {
      forget(there.removeFirst());
    }
    if (before == null) {
      perNetwork.merge(network(address), 1, Integer::sum);
    }
    known.put(
        address, new Known(session.peer(), session, before == null ? null : before.current(), now));
    names.add(address);
    if (before != null && before.peer().isClient() && before.before() != null) {
      clientSessions.remove(before.before().id());
    }
    goneClients.remove(address);
    if (session.peer().isClient()) {
      clients.add(address);
      clientSessions.put(session.id(), address);
    } else {
      clients.remove(address);
    }
  }

  private boolean isSameClient(Endpoint address, Peer client) {
    Known it = known.get(address);
    return it != null
        && it.peer().isClient()
        && Arrays.equals(it.peer().credentials().signingKey(), client.credentials().signingKey());
  }

  private void forget(Endpoint address) {
    Known it = known.remove(address);
    names.remove(address);
    if (clients.remove(address)) {
      goneClients.put(address, true);
    }
    if (it != null) {
      clientSessions.remove(it.current().id(), address);
      if (it.before() != null) {
        clientSessions.remove(it.before().id(), address);
      }
    }
    perNetwork.computeIfPresent(
        network(address), (network, count) -> count == 1 ? null : count - 1);
  }

  /** The client of that session; null if there is none. */
  @Nullable Endpoint client(int session) {
    return clientSessions.get(session);
  }

  /** Or was one; from any thread. */
  boolean isClient(Endpoint address) {
    return clients.contains(address) || goneClients.containsKey(address);
  }

  /** Notes a newer description by the same keys. */
  void update(Peer peer) {
    known.computeIfPresent(
        peer.address(), (address, it) -> new Known(peer, it.current(), it.before(), it.since()));
  }

  /** Whether this very run of that peer is known, whatever it says of itself otherwise. */
  boolean knowsKeysOf(Peer peer) {
    Known it = known.get(peer.address());
    return it != null && Arrays.equals(SignedPeer.keys(it.peer()), SignedPeer.keys(peer));
  }

  @Nullable Peer peer(Endpoint address) {
    Known it = known.get(address);
    return it == null ? null : it.peer();
  }

  @Nullable Session session(Endpoint address) {
    Known it = known.get(address);
    return it == null ? null : it.current();
  }

  /** The session with that number. */
  @Nullable Session session(Endpoint address, int id) {
    Known it = known.get(address);
    if (it == null) {
      return null;
    }
    if (it.current().id() == id) {
      return it.current();
    }
    Session before = it.before();
    return before != null && before.id() == id ? before : null;
  }

  /** From any thread. */
  boolean contains(Endpoint address) {
    return names.contains(address);
  }

  int size() {
    return known.size();
  }
}
