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
 * Joining the network, and joining again whenever the table has run empty. All contacts saved by
 * the last run are greeted first: those that live make up the table again within seconds and leave
 * little to explore. If too few answer, the bootstrap list follows, a few at a time and ever less
 * often, so that a long outage here is no attack on the routers.
 */
final class GettingIn {
  private static final long FIRST_PAUSE = Duration.ofSeconds(4).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofMinutes(5).toNanos();
  private static final int ENOUGH_CONTACTS = 4;
  private static final int AT_ONCE = 4;

  /** Saved contacts greeted in one tick, by each home and by all of them. */
  private static final int GREETED_BY_HOME = 8;

  private static final int GREETED_BY_ALL = 64;

  private final Network network;
  private final LookupSchedule schedule;
  private final Asker asker;
  private final Bootstrap bootstrap;
  private final List<Contact> saved;
  private final int greetedAtOnce;
  private final Random random;
  private int greeted;
  private long nextTry = Long.MIN_VALUE;
  private long pause = FIRST_PAUSE;

  GettingIn(
      Network network,
      LookupSchedule schedule,
      Asker asker,
      Bootstrap bootstrap,
      List<Contact> savedContacts,
      int homes,
      RandomGenerator random) {
    this.network = network;
    this.schedule = schedule;
    this.asker = asker;
    this.bootstrap = bootstrap;
    this.random = Random.from(random);
    this.saved = new ArrayList<>(savedContacts);
    Collections.shuffle(saved, this.random);
    this.greetedAtOnce = Math.min(GREETED_BY_ALL, homes * GREETED_BY_HOME);
  }

  void onTick(long now) {
    if (isGreeting()) {
      greetSome(now);
      nextTry = now + pause;
    } else if (network.table().size() >= ENOUGH_CONTACTS) {
      pause = FIRST_PAUSE;
    } else if (now >= nextTry) {
      nextTry = now + pause;
      pause = Math.min(2 * pause, LONGEST_PAUSE);
      askForIntroductions(now);
      greeted = 0; // perhaps it was our network that failed, not they
    }
  }

  /** Whether the last run's contacts are still being greeted: until then nothing needs a lookup. */
  boolean isGreeting() {
    return greeted < saved.size();
  }

  private void greetSome(long now) {
    int end = Math.min(saved.size(), greeted + greetedAtOnce);
    for (Contact contact : saved.subList(greeted, end)) {
      asker.ask(now, schedule.nextHome(), new Ping(contact.endpoint(), contact.id(), _ -> {}));
    }
    greeted = end;
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
      LocalHome home = schedule.nextHome();
      asker.ask(now, home, new RouterIntroduction(home, host, router, asker, this::onIntroduced));
    }
  }

  private void onIntroduced(long now, LocalHome home, List<Contact> contacts) {
    if (!contacts.isEmpty()) {
      findOurselves(now, home, contacts);
    }
  }

  private void findOurselves(long now, LocalHome home, List<Contact> seeds) {
    schedule.start(now, new NodeSearch(home.id(), _ -> {}), home, seeds);
  }
}
