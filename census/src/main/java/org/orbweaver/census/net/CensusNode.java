package org.orbweaver.census.net;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.OwnId;
import org.orbweaver.census.Question;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.GrowthPoint;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.Malformed;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/**
 * One crawl of one network, IPv4's or IPv6's, over KRPC from one or more homes. It starts at its
 * first tick and has ended when {@link #phase} says so.
 */
public final class CensusNode implements PacketHandler {
  /** Where the census stands. */
  public enum Phase {
    /** No contact is known yet. */
    INTRODUCING,
    CRAWLING,
    /** The strategy has no further question, and no answer is waited for. */
    DONE,
    /** No bootstrap node answered with a contact. */
    NOBODY_ANSWERED
  }

  /**
   * In small networks answers come too late for the questions behind them: with 2,048 fresh ones a
   * census of 20,000 nodes costs half as many packets again as with one for every 64 known nodes.
   */
  private static final int NODES_PER_QUESTION = 64;

  private static final int SMALLEST_WINDOW = 64;

  /** The journal is told of the time at least so often. */
  private static final long HEARTBEAT = 1_000_000_000L;

  private final CensusSettings settings;
  private final List<Endpoint> homes;
  private final List<Endpoint> bootstrap;
  private final RecordedCrawl crawl;
  private final KnownNodes nodes;
  private final Map<Long, Question> unfinished;
  private final InfohashListener infohashes;
  private final Outbox outbox;
  private final RandomGenerator random;

  private final MessageDecoder decoder = new MessageDecoder();
  private final QueryWriter writer = new QueryWriter(true);
  private final OwnId ownId;
  private final ContactSieve sieve;
  private final TrafficShaping shaping;
  private final AnswerPatience patience = new AnswerPatience();
  private final OpenQuestions open;
  private final Introduction introduction;
  private final ToldContacts told;
  private final JunkSenders junk = new JunkSenders();
  private final GrowthSeries growth;
  private final Traffic traffic;
  private final long startedAt;

  private Phase phase = Phase.INTRODUCING;
  private boolean begun;

  /** The strategy has no question until an open one ends. */
  private boolean nothingToAsk;

  private int nextHome;
  private long nextHeartbeat;
  private long unanswered;

  /**
   * @param now for a crawl that is continued, later than its last event
   * @param homes local addresses, all of the network that is to be crawled
   * @param bootstrap whom to ask for first contacts; a crawl that knows nodes needs none
   */
  public CensusNode(
      long now,
      CensusSettings settings,
      List<Endpoint> homes,
      List<Endpoint> bootstrap,
      CrawlState state,
      InfohashListener infohashes,
      Outbox outbox,
      RandomGenerator random) {
    this.settings = settings;
    this.homes = List.copyOf(homes);
    this.bootstrap = List.copyOf(bootstrap);
    this.infohashes = infohashes;
    this.outbox = outbox;
    this.random = random;
    crawl = state.crawl();
    nodes = crawl.nodes();
    unfinished = new TreeMap<>(state.open());
    ownId = new OwnId(Key.random(random));
    sieve = new ContactSieve(homes, settings.anyAddress());
    told = new ToldContacts(sieve, crawl);
    shaping = new TrafficShaping(settings, now, random);
    open = new OpenQuestions(random);
    introduction = new Introduction(random, this::introduce);
    growth = new GrowthSeries(state.growth());
    traffic = new Traffic(growth.last());
    startedAt = now - growth.last().nanos();
  }

  public Phase phase() {
    return phase;
  }

  public RecordedCrawl crawl() {
    return crawl;
  }

  /** How it grew so far, and stands now. */
  public List<GrowthPoint> growth(long now) {
    List<GrowthPoint> points = new ArrayList<>(growth.points());
    points.add(point(now));
    return points;
  }

  public CensusProgress progress(long now) {
    return new CensusProgress(
        phase,
        point(now),
        crawl.crawl().answers(),
        unanswered,
        open.size(),
        shaping.waiting(),
        crawl.unsendable().size());
  }

  private GrowthPoint point(long now) {
    return traffic.point(now - startedAt, nodes.size());
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    traffic.received(length);
    switch (decoder.decode(packet, length)) {
      case Reply reply -> onReply(now, from, reply);
      case ErrorReply error -> onError(now, from, error);
      case Malformed malformed -> onMalformed(from, malformed);
      case Query _ -> {} // who asks a read-only node has not read BEP 43
    }
    return proceed(now);
  }

  @Override
  public long onTick(long now) {
    if (!begun) {
      begin(now);
    }
    if (now >= nextHeartbeat) {
      nextHeartbeat = now + HEARTBEAT;
      if (growth.isDue(now - startedAt) && phase != Phase.DONE) {
        growth.add(point(now));
        crawl.grew(growth.last());
      }
      crawl.onTick(now);
    }
    introduction.advance(now);
    open.advance(now, patience.overdue(), patience.givenUp(), this::givenUp);
    return proceed(now);
  }

  private void begin(long now) {
    begun = true;
    if (nodes.size() > 0) {
      phase = Phase.CRAWLING;
      unfinished.forEach(
          (number, question) -> shaping.pause(now, asked(number, question), endpoint(question)));
    } else {
      introduction.begin(now, bootstrap);
    }
  }

  private AskedQuestion asked(long number, Question question) {
    return new AskedQuestion(number, question, 1, !settings.samples());
  }

  private Endpoint endpoint(Question question) {
    return nodes.endpoint(question.node());
  }

  /** Sends what may be sent now; returns when there is something to do next. */
  private long proceed(long now) {
    if (phase == Phase.CRAWLING) {
      sendPostponed(now);
      sendQuestions(now);
    }
    if (introduction.isOver()) {
      endIfDone();
    }
    return phase == Phase.DONE || phase == Phase.NOBODY_ANSWERED ? NEVER : wakeUp(now);
  }

  private void endIfDone() {
    if (phase == Phase.INTRODUCING) {
      phase = Phase.NOBODY_ANSWERED;
    } else if (nothingToAsk && open.size() == 0 && shaping.waiting() == 0) {
      phase = Phase.DONE;
    }
  }

  private long wakeUp(long now) {
    long next = Math.min(nextHeartbeat, introduction.nextDeadline());
    next = Math.min(next, open.nextDeadline(patience.overdue(), patience.givenUp()));
    if (shaping.isOpen(now)) {
      return Math.min(next, shaping.nextDue());
    }
    boolean wantsToSend = !nothingToAsk || shaping.nextDue() <= now;
    return wantsToSend && phase == Phase.CRAWLING
        ? Math.min(next, shaping.nextOpen(now))
        : Math.min(next, shaping.nextDue());
  }

  private void sendPostponed(long now) {
    while (shaping.isOpen(now)) {
      TrafficShaping.Waiting one = shaping.due(now);
      if (one == null) {
        return;
      }
      if (TrafficShaping.hasWaitedTooLong(now, one)) {
        fail(one.question(), ErrorClass.UNSENDABLE);
      } else {
        dispatch(now, one.question(), one.to(), one.since());
      }
    }
  }

  private void sendQuestions(long now) {
    int window =
        Math.min(settings.window(), Math.max(SMALLEST_WINDOW, nodes.size() / NODES_PER_QUESTION));
    while (!nothingToAsk && open.fresh() < window && shaping.hasRoom() && shaping.isOpen(now)) {
      Question question = crawl.next();
      if (question == null) {
        nothingToAsk = true;
      } else {
        dispatch(now, asked(crawl.questions(), question), endpoint(question), now);
      }
    }
  }

  private void dispatch(long now, AskedQuestion asked, Endpoint to, long since) {
    if (!shaping.tryTake(now, to)) {
      shaping.postpone(now, asked, to, since);
      return;
    }
    long transaction = open.add(now, to, asked);
    if (transaction == OpenQuestions.REFUSED) {
      shaping.pause(now, asked, to);
      return;
    }
    Question question = asked.question();
    Key self = ownId.towards(nodes.id(question.node()));
    int length =
        asked.plain()
            ? writer.findNode(transaction, self, question.target(), Want.UNSAID)
            : writer.sampleInfohashes(transaction, self, question.target(), Want.UNSAID);
    if (!send(to, length)) {
      open.take(open.find(to, transaction));
      shaping.pause(now, asked, to);
    }
  }

  private void introduce(Endpoint node, long transaction) {
    Key target = Key.random(random);
    send(node, writer.findNode(transaction, ownId.towards(target), target, Want.UNSAID));
  }

  private boolean send(Endpoint to, int length) {
    nextHome = (nextHome + 1) % homes.size();
    if (!outbox.send(homes.get(nextHome), to, writer.buffer(), length)) {
      return false;
    }
    traffic.sent(length);
    return true;
  }

  private void onReply(long now, Endpoint from, Reply reply) {
    int place = open.find(from, reply.transactionNumber());
    if (place < 0) {
      if (introduction.isAnswer(now, from, reply.transactionNumber())) {
        introduced(now, from, reply);
      }
      return;
    }
    long roundTrip = now - open.sentAt(place);
    patience.learn(roundTrip);
    AskedQuestion asked = open.take(place);
    Question question = asked.question();
    if (!reply.id().equals(nodes.id(question.node()))) {
      fail(asked, ErrorClass.WRONG_ID);
      return;
    }
    if (settings.samples() && reply.hasSamples()) {
      infohashes.hear(new Contact(reply.id(), from), reply);
    }
    answered(now, asked, roundTrip, reply);
  }

  private void answered(long now, AskedQuestion asked, long roundTrip, Reply reply) {
    int firstNew = nodes.size();
    told.read(now, reply, asked.question().target());
    int[] listed = told.hear(now);
    nothingToAsk = false;
    crawl.answered(
        asked.number(),
        asked.question(),
        now,
        roundTrip,
        ClientVersions.number(reply.version()),
        listed,
        told.count(),
        firstNew);
  }

  private void introduced(long now, Endpoint from, Reply reply) {
    if (sieve.judge(from) == ContactSieve.Verdict.ASKABLE) {
      bootstrapFrom(now, new Contact(reply.id(), from));
    }
    told.read(now, reply, reply.id());
    for (int i = 0; i < told.count(); i++) {
      bootstrapFrom(now, told.contact(i));
    }
  }

  private void bootstrapFrom(long now, Contact contact) {
    crawl.bootstrap(now, contact);
    nothingToAsk = false;
    phase = Phase.CRAWLING;
  }

  private void onError(long now, Endpoint from, ErrorReply error) {
    int place = open.find(from, error.transactionNumber());
    if (place < 0) {
      return;
    }
    AskedQuestion asked = open.take(place);
    if (!asked.plain() && error.code() == ErrorCode.METHOD_UNKNOWN.number()) {
      crawl.askedAgain(asked.number(), asked.question());
      dispatch(now, asked.plainly(), from, now);
    } else {
      fail(asked, ErrorClass.KRPC_ERROR);
    }
  }

  private void onMalformed(Endpoint from, Malformed malformed) {
    int place = open.find(from, malformed.transactionNumber());
    if (place >= 0) {
      fail(open.take(place), ErrorClass.MALFORMED);
    } else {
      junk.add(from);
    }
  }

  private void givenUp(long now, Endpoint to, AskedQuestion asked) {
    if (asked.tries() < settings.tries()) {
      crawl.askedAgain(asked.number(), asked.question());
      dispatch(now, asked.again(), to, now);
    } else {
      fail(asked, junk.contains(to) ? ErrorClass.MALFORMED : ErrorClass.SILENT);
    }
  }

  private void fail(AskedQuestion asked, ErrorClass error) {
    unanswered++;
    nothingToAsk = false;
    crawl.failed(asked.number(), asked.question(), error);
  }
}
