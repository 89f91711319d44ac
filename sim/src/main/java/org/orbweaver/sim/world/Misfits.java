package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;

/**
 * Who misbehaves among nodes that are otherwise like all others: the truth behind {@link Faults}.
 */
public final class Misfits {
  private final Population population;
  private final Faults faults;
  private final long spooferSeed;
  private final long ghostSeed;
  private final long junkSeed;
  private final long oversizedSeed;
  private final long contactSeed;

  Misfits(Population population, Faults faults) {
    this.population = population;
    this.faults = faults;
    long seed = population.options().seed();
    spooferSeed = Mix.seedFor(seed, "spoofers");
    ghostSeed = Mix.seedFor(seed, "ghosts");
    junkSeed = Mix.seedFor(seed, "junk");
    oversizedSeed = Mix.seedFor(seed, "oversized");
    contactSeed = Mix.seedFor(seed, "wrong contacts");
  }

  /** WorldAnswers with the queried target as its ID. */
  public boolean spoofs(int index) {
    return isOneOf(faults.spoofers(), spooferSeed, index);
  }

  /** WorldAnswers get_peers with addresses that have nothing to do with the torrent. */
  public boolean ghosts(int index) {
    return isOneOf(faults.ghosts(), ghostSeed, index);
  }

  /** WorldAnswers with bytes that mean nothing. */
  public boolean isJunk(int index) {
    return isOneOf(faults.junk(), junkSeed, index);
  }

  /** Tells its whole table, in a packet that may exceed what fits a frame. */
  public boolean isOversized(int index) {
    return isOneOf(faults.oversized(), oversizedSeed, index);
  }

  private boolean isOneOf(double share, long seed, int index) {
    return share > 0 && Mix.unit(Mix.hash(seed, population.keys().high(index))) < share;
  }

  /** Where {@code teller} says that {@code contact} is. */
  Endpoint told(int teller, int contact) {
    Endpoint truth = population.endpoint(contact);
    if (faults.privateContacts() + faults.wrongContacts() == 0) {
      return truth;
    }
    SortedKeys keys = population.keys();
    long hash = Mix.hash(contactSeed, keys.high(teller), keys.high(contact));
    double unit = Mix.unit(hash);
    if (unit < faults.privateContacts()) {
      return population.unreachable(truth.port());
    }
    return unit < faults.privateContacts() + faults.wrongContacts()
        ? population.vacant(hash)
        : truth;
  }
}
