package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.orbweaver.kademlia.Contact;

/**
 * Pings contacts that have been silent for long, and strangers for whom the table has a free place
 * (BEP 5). A review's pings are spread over ten seconds and over all homes, and the next review
 * waits for the last of them to be decided.
 */
final class ContactReview {
  private static final long INTERVAL = Duration.ofSeconds(10).toNanos();

  private final Network network;
  private final LookupSchedule schedule;
  private final Asker asker;
  private final int perTick;
  private final Deque<Contact> due = new ArrayDeque<>();
  private long nextReview = Long.MIN_VALUE;
  private int open;
  private int batch;

  /**
   * @param tick how often {@link #onTick} is called
   */
  ContactReview(Network network, LookupSchedule schedule, Asker asker, long tick) {
    this.network = network;
    this.schedule = schedule;
    this.asker = asker;
    this.perTick = Math.toIntExact(INTERVAL / tick);
  }

  void onTick(long now) {
    if (due.isEmpty() && open == 0 && now >= nextReview) {
      nextReview = now + INTERVAL;
      due.addAll(network.table().questionable(now));
      batch = Math.ceilDiv(due.size(), perTick);
    }
    for (int i = 0; i < batch && !due.isEmpty(); i++) {
      Contact contact = due.removeFirst();
      open++;
      Ping ping = new Ping(contact.endpoint(), contact.id(), _ -> open--);
      if (!asker.ask(now, schedule.nextHome(), ping)) {
        open--;
        // A contact we do not want to ask, such as a banned one, must not keep its place.
        network.table().onTimeout(now, contact);
      }
    }
  }
}
