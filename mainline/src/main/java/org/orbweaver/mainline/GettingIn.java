package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;

/**
 * Joining the network, and joining again whenever the table has run empty: first through the
 * contacts saved by the last run, then through the bootstrap list, a few at a time and ever less
 * often, so that a long outage here is no attack on the routers.
 */
final class GettingIn {
  private static final long FIRST_PAUSE = Duration.ofSeconds(4).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofMinutes(5).toNanos();
  private static final int ENOUGH_CONTACTS = 4;
  private static final int AT_ONCE = 4;
  private static final int SAVED_AT_ONCE = 32;

  private final Network network;
  private final LookupSchedule schedule;
  private final Asker asker;
  private final Bootstrap bootstrap;
  private final List<Contact> saved;
  private final Random random;
  private long nextTry = Long.MIN_VALUE;
  private long pause = FIRST_PAUSE;

  GettingIn(
      Network network,
      LookupSchedule schedule,
      Asker asker,
      Bootstrap bootstrap,
      List<Contact> savedContacts,
      RandomGenerator random) {
    this.network = network;
    this.schedule = schedule;
    this.asker = asker;
    this.bootstrap = bootstrap;
    this.random = Random.from(random);
    this.saved = new ArrayList<>(savedContacts);
    Collections.shuffle(saved, this.random);
  }

  void onTick(long now) {
    if (network.table().size() >= ENOUGH_CONTACTS) {
      pause = FIRST_PAUSE;
      return;
    }
    if (now < nextTry) {
      return;
    }
    nextTry = now + pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    if (saved.isEmpty()) {
      askForIntroductions(now);
    } else {
      List<Contact> some = saved.subList(0, Math.min(SAVED_AT_ONCE, saved.size()));
      findOurselves(now, schedule.nextHome(), List.copyOf(some));
      some.clear();
    }
  }

  private void askForIntroductions(long now) {
    introduce(now, bootstrap.nodes(), false);
    introduce(now, bootstrap.routers(), true);
  }

  private void introduce(long now, List<Endpoint> hosts, boolean router) {
    List<Endpoint> some = new ArrayList<>(hosts);
    some.removeIf(host -> Family.of(host) != network.family());
    Collections.shuffle(some, random);
    for (Endpoint host : some.subList(0, Math.min(AT_ONCE, some.size()))) {
      Home home = schedule.nextHome();
      asker.ask(now, home, new Introduction(home, host, router, asker, this::onIntroduced));
    }
  }

  private void onIntroduced(long now, Home home, List<Contact> contacts) {
    if (!contacts.isEmpty()) {
      findOurselves(now, home, contacts);
    }
  }

  private void findOurselves(long now, Home home, List<Contact> seeds) {
    schedule.start(now, new NodeSearch(home.id(), _ -> {}), home, seeds);
  }
}
