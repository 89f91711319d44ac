package org.orbweaver.mainline;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.PendingQueries;
import org.orbweaver.wire.RoundTripTimes;

/**
 * One of our addresses. To the world it is a node of its own (BEP 45): it has an ID that no other
 * home has, answers what was asked of it, and has its own open queries and timeouts, since routes
 * differ. Table, cache and stores it shares with the other homes of its {@link Network}.
 */
final class Home {
  /** Queries within 10 s, twice what the fastest pace makes; there is room for those that are. */
  private static final int MOST_OPEN_QUERIES = 1 << 18;

  private static final int SILENT_QUERIES = 50;
  private static final long SILENT_TIME = Duration.ofSeconds(15).toNanos();

  private final Endpoint local;
  private final Network network;
  private final PendingQueries<Question> open;
  private final AddressVotes votes = new AddressVotes();
  private Key id;
  private long lastHeard;
  private int sentSinceHeard;

  Home(
      long now,
      Endpoint local,
      Network network,
      Key id,
      Duration shortestStall,
      RandomGenerator random) {
    this.local = local;
    this.network = network;
    this.open = new PendingQueries<>(MOST_OPEN_QUERIES, new RoundTripTimes(shortestStall), random);
    this.id = id;
    this.lastHeard = now;
    network.table().addLocalId(id);
  }

  Endpoint local() {
    return local;
  }

  Network network() {
    return network;
  }

  Key id() {
    return id;
  }

  PendingQueries<Question> open() {
    return open;
  }

  AddressVotes votes() {
    return votes;
  }

  /**
   * Where others reach a service of ours at this home: at the address they say we have, or else the
   * one we bound. Null for port 0, and while we are bound to no address in particular and know
   * none.
   */
  @Nullable Endpoint at(int port) {
    Endpoint seen = votes.winner();
    Endpoint address = seen == null ? local : seen;
    boolean known = address.isIpv4() ? address.ipv4() != 0 : (address.high() | address.low()) != 0;
    return port == 0 || !known ? null : address.withPort(port);
  }

  /** From now on it is another node, as far as the world can tell. */
  void becomes(Key newId) {
    network.table().removeLocalId(id);
    network.table().addLocalId(newId);
    id = newId;
    votes.clear();
  }

  void sent() {
    sentSinceHeard++;
  }

  void heard(long now) {
    lastHeard = now;
    sentSinceHeard = 0;
  }

  /**
   * Whether our own line seems down: many queries and not one answer. Then silence says nothing
   * about those asked, who may well be reachable from other homes (BEP 45).
   */
  boolean isCutOff(long now) {
    return sentSinceHeard >= SILENT_QUERIES && now - lastHeard >= SILENT_TIME;
  }
}
