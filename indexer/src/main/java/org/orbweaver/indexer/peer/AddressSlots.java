package org.orbweaver.indexer.peer;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.orbweaver.kademlia.Endpoint;

/**
 * Bounds the connections we have open: so many in all, since a home router has a table of them and
 * fails when it is full, and few with any one address, which may be a seedbox with thousands of
 * torrents. Whoever comes when all are taken waits.
 */
final class AddressSlots {
  private final int perAddress;
  private final Semaphore total;
  private final ConcurrentHashMap<Endpoint, Slots> addresses = new ConcurrentHashMap<>();

  /** Those of one address, kept as long as anybody has or waits for one. */
  private record Slots(Semaphore free, int users) {
    Slots withUsers(int changed) {
      return new Slots(free, changed);
    }
  }

  AddressSlots(int total, int perAddress) {
    this.total = new Semaphore(total);
    this.perAddress = perAddress;
  }

  /** Waits for a slot; {@link #leave} gives it back. */
  void enter(Endpoint peer) throws InterruptedException {
    Slots slots = join(peer);
    boolean entered = false;
    try {
      slots.free().acquire();
      try {
        total.acquire();
        entered = true;
      } finally {
        if (!entered) {
          slots.free().release();
        }
      }
    } finally {
      if (!entered) {
        part(peer);
      }
    }
  }

  /** Takes a slot for somebody who has come to us, if there is one. */
  boolean tryEnter(Endpoint peer) {
    Slots slots = join(peer);
    if (slots.free().tryAcquire()) {
      if (total.tryAcquire()) {
        return true;
      }
      slots.free().release();
    }
    part(peer);
    return false;
  }

  void leave(Endpoint peer) {
    total.release();
    Slots slots = addresses.get(peer.withPort(0));
    if (slots != null) {
      slots.free().release();
    }
    part(peer);
  }

  /** How many addresses are known now; none once all have left. */
  int addresses() {
    return addresses.size();
  }

  private Slots join(Endpoint peer) {
    return addresses.compute(
        peer.withPort(0),
        (address, slots) ->
            slots == null
                ? new Slots(new Semaphore(perAddress), 1)
                : slots.withUsers(slots.users() + 1));
  }

  private void part(Endpoint peer) {
    addresses.computeIfPresent(
        peer.withPort(0),
        (address, slots) -> slots.users() == 1 ? null : slots.withUsers(slots.users() - 1));
  }
}
