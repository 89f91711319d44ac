package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Lookup;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.wire.krpc.CompactNodes;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;

/**
 * A {@link Search} under way from one home: asks whom the {@link Lookup} names next until nobody is
 * left.
 *
 * <p>Stalled queries may still be open then. The paper awaits them to the fixed timeout, which
 * would make nearly every lookup take those ten seconds; here their late replies still serve the
 * table and the cache, but the result is given without them.
 */
final class RunningLookup {
  /** Told once, before the search itself. */
  @FunctionalInterface
  interface WhenDone {
    void ended(long now, RunningLookup lookup);
  }

  private final Search search;
  private final Home home;
  private final Asker asker;
  private final WhenDone whenDone;
  private final Lookup lookup;
  private final long started;
  private long now;
  private boolean done;
  private boolean tableSeeded;

  RunningLookup(
      long now, Search search, Home home, Asker asker, LookupSettings settings, WhenDone whenDone) {
    this.search = search;
    this.home = home;
    this.asker = asker;
    this.whenDone = whenDone;
    this.now = now;
    this.started = now;
    this.lookup =
        new Lookup(
            now,
            search.target(),
            settings,
            home.network().cache(),
            contact -> asker.isWorthAsking(this.now, home.network(), contact));
  }

  /** Starts from those whom the search knows to be close, or else from the table. */
  void start(List<Contact> seeds) {
    search.seeds().forEach(lookup::seed);
    seeds.forEach(lookup::seed);
    if (search.seeds().isEmpty()) {
      seedFromTable();
    }
    askOn(now);
  }

  private void seedFromTable() {
    tableSeeded = true;
    lookup.seed(home.network().table());
  }

  private void askOn(long time) {
    now = time;
    if (done) {
      return;
    }
    boolean satisfied = search.isSatisfied();
    if (!satisfied) {
      askWhomItNames();
      if (!tableSeeded && lookup.replies() == 0 && lookup.converged()) {
        seedFromTable(); // those who should have known are gone
        askWhomItNames();
      }
    }
    if (satisfied || lookup.converged()) {
      done = true;
      whenDone.ended(now, this);
      search.finish(now, home, result());
    }
  }

  private void askWhomItNames() {
    Contact next;
    // Where one answer may well be enough, they are asked one after the other.
    while (!(lookup.isAwaiting() && search.isNearlySatisfied())
        && (next = lookup.next(now)) != null) {
      if (!asker.ask(now, home, new Step(next))) {
        lookup.onFailure(now, next);
      }
    }
  }

  int queries() {
    return lookup.queries();
  }

  private LookupResult result() {
    return new LookupResult(
        search.target(),
        lookup.closest(),
        lookup.queries(),
        lookup.replies(),
        Duration.ofNanos(now - started));
  }

  /** One query on the way. */
  private final class Step extends Question {
    private final Contact asked;

    Step(Contact asked) {
      super(asked.endpoint(), asked.id());
      this.asked = asked;
    }

    @Override
    Key target() {
      return search.target();
    }

    @Override
    int write(QueryWriter packet, long transaction, Key ownId) {
      return search.write(packet, transaction, ownId);
    }

    @Override
    void onReply(long time, Reply reply) {
      now = time;
      List<Contact> named = done ? List.of() : contacts(reply);
      if (lookup.onReply(time, asked, reply.id(), named) && !done) {
        search.take(asked, reply);
      }
      askOn(time);
    }

    @Override
    void onRefusal(long time, ErrorReply error) {
      lookup.onRefusal(asked);
      askOn(time);
    }

    @Override
    void onStall(long time) {
      lookup.onStall(time, asked);
      askOn(time);
    }

    @Override
    void onSilence(long time) {
      lookup.onFailure(time, asked);
      askOn(time);
    }
  }

  private List<Contact> contacts(Reply reply) {
    boolean ipv4 = home.network().family() == Family.IPV4;
    CompactNodes nodes = ipv4 ? reply.nodes() : reply.nodes6();
    List<Contact> contacts = new ArrayList<>(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      Endpoint endpoint = nodes.endpoint(i);
      if (endpoint.isIpv4() == ipv4) {
        contacts.add(new Contact(nodes.id(i), endpoint));
      }
    }
    return contacts;
  }
}
