package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.orbweaver.kademlia.Contact;

/**
 * Pings contacts that have been silent for long, and strangers for whom the table has a place (BEP
 * 5): soon, for a newcomer who asks his neighbours the way becomes known to them only so. A
 * review's pings are spread over the second until the next one, and over all homes.
 */
final class ContactReview {
  private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

  private final Network network;
  private final LookupSchedule schedule;
  private final Asker asker;
  private final int ticks;
  private final Deque<Contact> due = new ArrayDeque<>();

  /** Due or asked and not yet decided; the table goes on naming them meanwhile. */
  private final Set<Contact> undecided = new HashSet<>();

  private long nextReview = Long.MIN_VALUE;
  private int batch;

  /**
   * @param tick how often {@link #onTick} is called
   */
  ContactReview(Network network, LookupSchedule schedule, Asker asker, long tick) {
    this.network = network;
    this.schedule = schedule;
    this.asker = asker;
    this.ticks = Math.toIntExact(INTERVAL / tick);
  }

  void onTick(long now) {
    if (now >= nextReview) {
      nextReview = now + INTERVAL;
      for (Contact contact : network.table().questionable(now)) {
        if (undecided.add(contact)) {
          due.add(contact);
        }
      }
      batch = Math.ceilDiv(due.size(), ticks);
    }
    for (int i = 0; i < batch && !due.isEmpty(); i++) {
      ping(now, due.removeFirst());
    }
  }

  private void ping(long now, Contact contact) {
    Ping ping = new Ping(contact.endpoint(), contact.id(), _ -> undecided.remove(contact));
    if (!asker.ask(now, schedule.nextHome(), ping)) {
      undecided.remove(contact);
      // A contact that we do not want to ask, such as a banned one, must not keep its place.
      network.table().onTimeout(now, contact);
    }
  }
}
