package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.EntryView;
import org.orbweaver.kademlia.LookupCache;
import org.orbweaver.kademlia.RoutingTable;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.PerAddressLimit;
import org.orbweaver.wire.TokenBucket;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.Malformed;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.ReplyWriter;

/**
 * A Mainline node with any number of homes, of one address family or both.
 *
 * <p>A packet belongs to the home it was sent to: queries go to the {@link QueryResponder}, replies
 * to the {@link Asker}. What a caller wants from the DHT he asks of a {@link DhtClient}. All calls
 * come from one thread.
 *
 * <p>To stop, save {@link #state} and cease calling: nothing else needs an end.
 */
public final class MainlineNode implements PacketHandler {
  /** Seconds' worth of packets that may come from one address at once. */
  private static final int FLOOD_BURST_SECONDS = 5;

  private final boolean readOnly;
  private final NodeCounters counters = new NodeCounters();
  private final MessageDecoder decoder = new MessageDecoder();
  private final PerAddressLimit incoming;
  private final Asker asker;
  private final QueryResponder responder;
  private final Map<Endpoint, Home> homes = new HashMap<>();
  private final Map<Family, Network> networks = new EnumMap<>(Family.class);
  private final Map<Family, Participation> participations = new EnumMap<>(Family.class);
  private long nextMaintenance = Long.MIN_VALUE;
  private long wakeUp = Long.MIN_VALUE;

  /**
   * @param locals the endpoints of our homes, one per IP address (BEP 45)
   * @param saved of an earlier run, or {@link NodeState#EMPTY}
   * @param random unpredictable on a real network, for tokens and transactions hang on it
   */
  public MainlineNode(
      long now,
      MainlineSettings settings,
      List<Endpoint> locals,
      Bootstrap bootstrap,
      NodeState saved,
      TrafficObserver observer,
      Outbox outbox,
      RandomGenerator random) {
    this(now, settings, locals, bootstrap, saved, observer, PeerOffers.NONE, outbox, random);
  }

  /** A node that names itself as a peer of some torrents. */
  public MainlineNode(
      long now,
      MainlineSettings settings,
      List<Endpoint> locals,
      Bootstrap bootstrap,
      NodeState saved,
      TrafficObserver observer,
      PeerOffers offers,
      Outbox outbox,
      RandomGenerator random) {
    readOnly = settings.readOnly();
    incoming = floodLimit(settings, random);
    Acquaintances acquaintances =
        new Acquaintances(settings.anyAddress(), settings.room().remembered(), random);
    SendingLimits limits =
        new SendingLimits(
            now,
            settings.pace().queriesPerSecond(),
            new PerAddressLimit(
                settings.pace().queriesPerAddress(),
                PerAddressLimit.DEFAULT_BURST,
                settings.room().remembered() / 2,
                settings.anyAddress(),
                random));
    asker =
        new Asker(
            outbox, new QueryWriter(readOnly), limits, acquaintances, observer, counters, random);
    for (Family family : Family.values()) {
      networks.put(family, newNetwork(family, settings, random));
    }
    responder = newResponder(now, settings, acquaintances, observer, offers, outbox, random);
    settle(now, locals, saved, settings, random);
    for (Family family : Family.values()) {
      join(now, family, settings, bootstrap, saved, random);
    }
  }

  private static PerAddressLimit floodLimit(MainlineSettings settings, RandomGenerator random) {
    double rate = settings.pace().packetsPerAddress();
    int burst = (int) Math.clamp(FLOOD_BURST_SECONDS * rate, 1, 1_000_000);
    return new PerAddressLimit(rate, burst, settings.room().remembered() / 2, random);
  }

  private static Network newNetwork(
      Family family, MainlineSettings settings, RandomGenerator random) {
    return new Network(
        family,
        new RoutingTable(settings.table()),
        new LookupCache(settings.room().cachedNodes()),
        new PeerStore(settings.peers(), random),
        new StoredItems(settings.items(), random));
  }

  private QueryResponder newResponder(
      long now,
      MainlineSettings settings,
      Acquaintances acquaintances,
      TrafficObserver observer,
      PeerOffers offers,
      Outbox outbox,
      RandomGenerator random) {
    ReplyWriter reply = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);
    ClosestNodes closest = new ClosestNodes(table(Family.IPV4), table(Family.IPV6));
    AnnounceTokens tokens = new AnnounceTokens(now, random);
    TokenBucket verifications =
        new TokenBucket(
            settings.pace().verificationsPerSecond(),
            settings.pace().verificationsPerSecond(),
            now);
    return new QueryResponder(
        outbox,
        reply,
        new NodeAnswers(reply, closest),
        new PeerAnswers(reply, closest, tokens, observer, offers, random),
        new ItemAnswers(reply, closest, tokens, verifications, random),
        acquaintances,
        observer,
        counters);
  }

  private void settle(
      long now,
      List<Endpoint> locals,
      NodeState saved,
      MainlineSettings settings,
      RandomGenerator random) {
    for (Contact home : HomeIds.choose(locals, saved, random)) {
      Endpoint local = home.endpoint();
      Network network = network(Family.of(local));
      Home settled =
          new Home(now, local, network, home.id(), settings.pace().shortestStall(), random);
      if (homes.put(local, settled) != null) {
        throw new IllegalArgumentException("two homes at " + local);
      }
      asker.add(settled);
    }
  }

  private void join(
      long now,
      Family family,
      MainlineSettings settings,
      Bootstrap bootstrap,
      NodeState saved,
      RandomGenerator random) {
    List<Home> ours =
        homes.values().stream()
            .filter(home -> Family.of(home.local()) == family)
            .sorted((a, b) -> a.local().compareTo(b.local()))
            .toList();
    if (!ours.isEmpty()) {
      List<Contact> contacts =
          saved.contacts().stream()
              .filter(contact -> Family.of(contact.endpoint()) == family)
              .toList();
      participations.put(
          family,
          new Participation(
              now, network(family), ours, asker, settings, counters, bootstrap, contacts, random));
    }
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    Home home = homes.get(local);
    if (home == null) {
      counters.notForUs++;
      return wakeUp;
    }
    switch (decoder.decode(packet, length)) {
      case Query query -> {
        counters.queriesReceived++;
        if (mayAnswer(now, from)) {
          responder.onQuery(now, home, from, query);
        }
      }
      case Malformed malformed -> {
        counters.malformed++;
        if (mayAnswer(now, from)) {
          responder.onMalformed(home, from, malformed);
        }
      }
      case Reply reply -> {
        asker.onReply(now, home, from, reply);
        updateWakeUp(now);
      }
      case ErrorReply error -> {
        asker.onError(now, home, from, error);
        updateWakeUp(now);
      }
    }
    return wakeUp;
  }

  /**
   * Only what we might answer counts: whoever forges a contact's address could else use its share
   * up, have its replies to our own queries dropped, and so expel it from the table. That contact's
   * queries do suffer; answering the forged ones would aim us at it.
   */
  private boolean mayAnswer(long now, Endpoint from) {
    if (readOnly) {
      return false;
    }
    boolean given = incoming.tryTake(now, from);
    counters.flooding += given ? 0 : 1;
    return given;
  }

  @Override
  public long onTick(long now) {
    asker.onTick(now);
    nextMaintenance = NEVER;
    for (Participation participation : participations.values()) {
      nextMaintenance = Math.min(nextMaintenance, participation.onTick(now));
    }
    updateWakeUp(now);
    return wakeUp;
  }

  private void updateWakeUp(long now) {
    wakeUp = Math.min(nextMaintenance, asker.nextWakeUp(now));
    for (Participation participation : participations.values()) {
      wakeUp = Math.min(wakeUp, participation.nextWakeUp(now));
    }
  }

  /** What one may ask of the DHT of that family; empty if we have no home there. */
  public Optional<DhtClient> client(Family family) {
    return Optional.ofNullable(participations.get(family)).map(Participation::client);
  }

  /** The table that all homes of that family share. */
  public RoutingTable table(Family family) {
    return network(family).table();
  }

  /** Each home's present ID and its local endpoint. */
  public List<Contact> homes() {
    return homes.values().stream().map(home -> new Contact(home.id(), home.local())).toList();
  }

  /** What to keep for the next run. */
  public NodeState state() {
    List<Contact> contacts = new ArrayList<>();
    for (Network network : networks.values()) {
      for (EntryView entry : network.table().entries()) {
        if (entry.verified() && entry.failures() == 0) {
          contacts.add(entry.contact());
        }
      }
    }
    return new NodeState(homes(), contacts);
  }

  public NodeMetrics metrics() {
    Network ipv4 = network(Family.IPV4);
    Network ipv6 = network(Family.IPV6);
    int running = 0;
    int waiting = 0;
    for (Participation participation : participations.values()) {
      running += participation.schedule().running();
      waiting += participation.schedule().waiting();
    }
    return counters.snapshot(
        new NodeMetrics.Sizes(
            homes.size(),
            ipv4.table().size(),
            ipv6.table().size(),
            asker.openQueries(),
            asker.deferredQueries(),
            asker.queriesPerSecond(),
            running,
            waiting,
            ipv4.peers().hashes() + ipv6.peers().hashes(),
            ipv4.peers().peers() + ipv6.peers().peers(),
            ipv4.items().size() + ipv6.items().size()));
  }

  private Network network(Family family) {
    Network network = networks.get(family);
    if (network == null) {
      throw new IllegalStateException("a node knows both networks");
    }
    return network;
  }
}
