package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.RoutingTable;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.PendingQueries;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;

/**
 * The asking side of the node: sends {@link PendingQuestion}s within our {@link SendingLimits}, and
 * before an outcome reaches the question draws from it what concerns the node that was asked: the
 * table, the suspects and the unreachable learn from every query, whatever it was for.
 */
final class Asker {
  private final Outbox outbox;
  private final QueryWriter packet;
  private final SendingLimits limits;
  private final Acquaintances acquaintances;
  private final TrafficObserver observer;
  private final NodeCounters counters;
  private final RandomGenerator random;
  private final List<LocalHome> homes = new ArrayList<>();

  /**
   * No deadline of any home is earlier. Lowered with every query and answer of one home, and found
   * anew at ticks only: with hundreds of homes to look at, a third of the time went into that.
   */
  private long earliest = PacketHandler.NEVER;

  Asker(
      Outbox outbox,
      QueryWriter packet,
      SendingLimits limits,
      Acquaintances acquaintances,
      TrafficObserver observer,
      NodeCounters counters,
      RandomGenerator random) {
    this.outbox = outbox;
    this.packet = packet;
    this.limits = limits;
    this.acquaintances = acquaintances;
    this.observer = observer;
    this.counters = counters;
    this.random = random;
  }

  void add(LocalHome home) {
    homes.add(home);
  }

  boolean isWorthAsking(long now, Network network, Contact contact) {
    return acquaintances.isWorthAsking(now, network, contact);
  }

  /**
   * Sends the question, now or as soon as our limits allow.
   *
   * @return false if it will not be sent at all; it then hears nothing more
   */
  boolean ask(long now, LocalHome home, PendingQuestion question) {
    boolean taken =
        Family.of(question.to) == home.network().family()
            && acquaintances.isWelcome(now, question.to)
            && sendOrDefer(now, home, question, false);
    if (!taken) {
      counters.queriesDropped++;
    }
    return taken;
  }

  private boolean sendOrDefer(long now, LocalHome home, PendingQuestion question, boolean waited) {
    SendingLimits.Leave leave = limits.take(now, question.to, waited);
    if (leave == SendingLimits.Leave.GIVEN) {
      return send(now, home, question);
    }
    counters.queriesDeferred++;
    return limits.defer(now, leave, home, question);
  }

  private boolean send(long now, LocalHome home, PendingQuestion question) {
    long transaction = home.open().add(now, question.to, question);
    if (transaction == PendingQueries.REFUSED) {
      return false;
    }
    int length = question.write(packet, transaction, home.id());
    if (!outbox.send(home.local(), question.to, packet.buffer(), length)) {
      home.open().cancel(transaction);
      return false;
    }
    question.sentAt = now;
    home.sent();
    heed(home);
    counters.queriesSent++;
    return true;
  }

  /** Its answers change how long is too long, too. */
  private void heed(LocalHome home) {
    earliest = Math.min(earliest, home.open().nextDeadline());
  }

  void onReply(long now, LocalHome home, Endpoint from, Reply reply) {
    PendingQuestion question = home.open().answer(now, from, reply.transactionNumber());
    if (question == null) {
      counters.repliesUnasked++;
      return;
    }
    counters.repliesReceived++;
    limits.answered(from);
    home.heard(now);
    heed(home);
    Contact sender = new Contact(reply.id(), from);
    switch (judge(now, home, question, sender)) {
      case CREDIBLE -> {
        welcome(now, home, question, sender, reply);
        question.onReply(now, reply);
      }
      case SURPRISING -> {
        disown(home, question, from);
        askAgain(now, home, sender);
        question.onReply(now, reply);
      }
      case LYING -> {
        counters.liars++;
        convict(now, home, question, sender);
        question.onSilence(now);
      }
    }
  }

  private SuspectNodes.Verdict judge(
      long now, LocalHome home, PendingQuestion question, Contact sender) {
    if (home.network().table().isLocalId(sender.id())) {
      acquaintances.suspects().banProven(now, sender.endpoint());
      return SuspectNodes.Verdict.LYING;
    }
    return acquaintances
        .suspects()
        .answered(now, sender.endpoint(), question.expectedId, question.target(), sender.id());
  }

  private void welcome(
      long now, LocalHome home, PendingQuestion question, Contact sender, Reply reply) {
    acquaintances.unreachable().answered(now, sender.endpoint());
    if (question.mayEnterTable()
        && !acquaintances.suspects().isFreshlyWatched(now, sender.endpoint())) {
      RoutingTable table = home.network().table();
      if (question instanceof Ping) {
        table.onPong(now, sender, now - question.sentAt);
      } else {
        table.onReply(now, sender, now - question.sentAt);
      }
    }
    Endpoint ourAddress = reply.ownAddress();
    if (ourAddress != null && ourAddress.isIpv4() == home.local().isIpv4()) {
      home.votes().add(sender.endpoint(), ourAddress);
    }
    observer.onMessage(now, sender, reply);
  }

  /** From another home, if there is one: the point is whether it tells everybody the same. */
  private void askAgain(long now, LocalHome home, Contact sender) {
    Family family = home.network().family();
    List<LocalHome> others =
        homes.stream().filter(one -> one != home && one.network().family() == family).toList();
    LocalHome other = others.isEmpty() ? home : others.get(random.nextInt(others.size()));
    ask(now, other, new IdentityCheck(sender, Key.random(random)));
  }

  private void convict(long now, LocalHome home, PendingQuestion question, Contact sender) {
    if (question instanceof IdentityCheck) {
      acquaintances.suspects().banProven(now, sender.endpoint());
    }
    disown(home, question, sender.endpoint());
  }

  /** By its own words the node there is not the one we knew. */
  private static void disown(LocalHome home, PendingQuestion question, Endpoint from) {
    if (question.expectedId != null) {
      home.network().table().onLie(new Contact(question.expectedId, from));
    }
  }

  void onError(long now, LocalHome home, Endpoint from, ErrorReply error) {
    PendingQuestion question = home.open().answer(now, from, error.transactionNumber());
    if (question == null) {
      counters.repliesUnasked++;
      return;
    }
    counters.refusalsReceived++;
    limits.answered(from);
    home.heard(now);
    heed(home);
    acquaintances.unreachable().answered(now, from);
    question.onRefusal(now, error);
  }

  /** Ends what has waited too long and sends what was held back. */
  void onTick(long now) {
    limits.onTick(now);
    if (now >= earliest) {
      for (LocalHome home : homes) {
        home.open().advance(now, new Deadlines(home));
      }
      earliest = PacketHandler.NEVER;
      homes.forEach(this::heed);
    }
    SendingLimits.Deferred next;
    while ((next = limits.due(now)) != null) {
      if (!sendOrDefer(now, next.home(), next.question(), true)) {
        counters.queriesDropped++;
        next.question().onSilence(now);
      }
    }
  }

  /** Perhaps too early, never too late. */
  long nextWakeUp(long now) {
    return Math.min(limits.nextDue(now), earliest);
  }

  boolean isLosing() {
    return limits.isLosing();
  }

  int queriesPerSecond() {
    return limits.queriesPerSecond();
  }

  int deferredQueries() {
    return limits.waiting();
  }

  int openQueries() {
    return homes.stream().mapToInt(home -> home.open().unanswered()).sum();
  }

  private final class Deadlines implements PendingQueries.Listener<PendingQuestion> {
    private final LocalHome home;

    Deadlines(LocalHome home) {
      this.home = home;
    }

    @Override
    public void onStalled(long now, Endpoint asked, PendingQuestion question) {
      question.onStall(now);
    }

    @Override
    public void onExpired(long now, Endpoint asked, PendingQuestion question) {
      counters.timeouts++;
      limits.silent(asked);
      if (!home.isCutOff(now)) {
        acquaintances.unreachable().failed(now, asked);
        if (question.expectedId != null) {
          home.network().table().onTimeout(now, new Contact(question.expectedId, asked));
        }
      }
      question.onSilence(now);
    }
  }
}
