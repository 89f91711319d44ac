package org.orbweaver.sim.world;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.Reply;

/**
 * The lookups of the world's own clients, as far as guests get to see them. A random client looks
 * up a torrent by popularity; nodes of the world are asked in thought only, but where the lookup
 * comes by a guest a real get_peers goes out, and an announce_peer follows the guest's token if the
 * guest turns out to be among the closest eight. What the guest answers otherwise has no influence:
 * the lookup goes on as if it had the table of any node in its place.
 */
public final class ClientTraffic {
  private static final int PENDING = 1 << 12;

  /** What a get_peers that was sent is remembered by until its answer comes, or another's. */
  private record Asked(
      int client, Endpoint guest, int torrent, boolean announces, int transaction) {}

  /** Told of the peers that a guest names to a client: what lets hidden peers dial out. */
  @FunctionalInterface
  public interface Named {
    void peer(int client, int torrent, Endpoint peer);
  }

  private final Dht dht;
  private final Catalogue catalogue;
  private final TrafficOptions options;
  private final Outbox outbox;
  private final long seed;
  private final int[] guests;
  private final SimulatedLookup lookup;
  private final QueryVoice voice = new QueryVoice();
  private Named named = (client, torrent, peer) -> {};
  private final @Nullable Asked[] pending = new @Nullable Asked[PENDING];
  private long nextLookup = PacketHandler.NEVER;
  private long nextBait = PacketHandler.NEVER;
  private boolean started;
  private @Nullable PassingLookups passing;
  private double lookupsPerSecond;
  private long lookups;
  private long baits;
  private long queries;
  private int transactions;

  ClientTraffic(Dht dht, Catalogue catalogue, TrafficOptions options, Outbox outbox) {
    this.dht = dht;
    this.catalogue = catalogue;
    this.options = options;
    this.outbox = outbox;
    this.seed = Mix.seedFor(dht.population().options().seed(), "traffic");
    this.lookup = new SimulatedLookup(dht);
    List<Guest> visitors = dht.population().options().guests();
    guests = visitors.stream().mapToInt(g -> dht.population().indexOf(g.id())).toArray();
  }

  /** How many get_peers of theirs came by guests. */
  public long queries() {
    return queries;
  }

  /** From now on tells whom guests name. */
  public void onNamed(Named listener) {
    named = listener;
  }

  long wakeUp() {
    return Math.min(nextLookup, nextBait);
  }

  long onTick(long now) {
    if (!started) {
      started = true;
      begin(now);
      nextLookup = after(now, lookupsPerSecond, 0);
      nextBait = after(now, guests.length == 0 ? 0 : options.baitsPerSecond(), 1);
    }
    while (nextLookup <= now) {
      if (passing == null) {
        lookUp(nextLookup);
      } else {
        comeBy(nextLookup, passing);
      }
      nextLookup = after(nextLookup, lookupsPerSecond, 2 * lookups);
    }
    while (nextBait <= now) {
      bait();
      nextBait = after(nextBait, options.baitsPerSecond(), 2 * baits + 1);
    }
    return wakeUp();
  }

  private void begin(long now) {
    lookupsPerSecond = catalogue.size() == 0 ? 0 : options.lookupsPerSecond();
    if (options.onlyPassing() && lookupsPerSecond > 0) {
      passing = new PassingLookups(dht, catalogue, guests, seed, now);
      lookupsPerSecond *= passing.share();
    }
  }

  /** The next event of a Poisson process. */
  private long after(long time, double perSecond, long number) {
    if (perSecond == 0) {
      return PacketHandler.NEVER;
    }
    double wait = -StrictMath.log(1 - Mix.unit(Mix.hash(seed, number))) / perSecond;
    return time + 1 + (long) (wait * TimeUnit.SECONDS.toNanos(1));
  }

  private void lookUp(long now) {
    long hash = Mix.hash(seed, ++lookups, 1);
    int torrent = catalogue.pick(Mix.unit(Mix.hash(hash, 1)));
    if (!catalogue.isAlive(torrent, now)
        || Mix.unit(Mix.hash(hash, 3)) * perHour(torrent) > options.mostPerHour()) {
      return;
    }
    boolean announces = Mix.unit(Mix.hash(hash, 2)) < options.announceShare();
    int client = announces ? someMember(torrent, hash, now) : someClient(hash, now);
    Key infohash = catalogue.infohash(torrent);
    lookup.run(client, infohash.high(), now);
    for (int visit = 0; visit < lookup.visits(); visit++) {
      int node = lookup.visited(visit);
      if (isGuest(node) && dht.liveness().live(node, now)) {
        Endpoint guest = dht.population().endpoint(node);
        remember(client, guest, torrent, announces && lookup.isAmongClosest(node));
        ask(client, guest, infohash);
      }
    }
  }

  private void comeBy(long now, PassingLookups all) {
    long hash = Mix.hash(seed, ++lookups, 1);
    PassingLookups.Passing one = all.pick(Mix.unit(Mix.hash(hash, 1)), Mix.unit(Mix.hash(hash, 3)));
    if (!catalogue.isAlive(one.torrent(), now) || !dht.liveness().live(one.guest(), now)) {
      return;
    }
    boolean announces = Mix.unit(Mix.hash(hash, 2)) < options.announceShare();
    int client = announces ? someMember(one.torrent(), hash, now) : someClient(hash, now);
    Endpoint guest = dht.population().endpoint(one.guest());
    remember(client, guest, one.torrent(), announces && all.isAmongClosest(one, now));
    ask(client, guest, catalogue.infohash(one.torrent()));
  }

  /** Those who announce a torrent have it, or some of it. */
  private int someMember(int torrent, long hash, long now) {
    int member = dht.swarms().node(torrent, Mix.below(hash, dht.swarms().size(torrent)));
    return dht.liveness().live(member, now) ? member : someClient(hash, now);
  }

  private int someClient(long hash, long now) {
    long state = hash;
    while (true) {
      state = Mix.mix(state + Mix.GOLDEN);
      int client = Mix.below(state, dht.population().size());
      if (dht.population().isOrdinary(client) && dht.liveness().live(client, now)) {
        return client;
      }
    }
  }

  private boolean isGuest(int node) {
    return !dht.population().isOrdinary(node) && dht.population().role(node) == NodeRole.GUEST;
  }

  private void bait() {
    long hash = Mix.hash(seed, ++baits, 2);
    Guest guest = dht.population().guest(guests[Mix.below(hash, guests.length)]);
    int shared = 24 + Mix.below(Mix.hash(hash, 1), 24);
    Key random = new Key(Mix.hash(hash, 2), Mix.hash(hash, 3), (int) hash);
    Key made = guest.id().prefixThen(shared, random);
    ask(someClient(hash, guest.joinsAt()), guest.endpoint(), made);
  }

  private void remember(int client, Endpoint guest, int torrent, boolean announces) {
    int transaction = transactions + 1;
    pending[transaction & PENDING - 1] = new Asked(client, guest, torrent, announces, transaction);
  }

  private void ask(int client, Endpoint guest, Key infohash) {
    queries++;
    transactions++;
    Population population = dht.population();
    voice.getPeers(population.client(client), transactions, population.key(client), infohash);
    outbox.send(population.endpoint(client), guest, voice.buffer(), voice.length());
  }

  void onReply(int client, Endpoint local, Endpoint from, Reply reply) {
    int transaction = QueryVoice.transaction(reply.transaction());
    Asked asked = pending[transaction & PENDING - 1];
    if (asked == null
        || asked.transaction() != transaction
        || asked.client() != client
        || !asked.guest().equals(from)) {
      return;
    }
    pending[transaction & PENDING - 1] = null;
    reply.forEachPeer(peer -> named.peer(client, asked.torrent(), peer));
    if (asked.announces() && !reply.token().isEmpty()) {
      announce(client, local, asked, reply.token());
    }
  }

  private void announce(int client, Endpoint local, Asked asked, Bytes token) {
    Population population = dht.population();
    voice.announcePeer(
        population.client(client),
        ++transactions,
        population.key(client),
        catalogue.infohash(asked.torrent()),
        local.port(),
        token);
    outbox.send(local, asked.guest(), voice.buffer(), voice.length());
  }

  /** The torrents that are looked up in an hour on average at least once. */
  public int[] activeTorrents() {
    return IntStream.range(0, catalogue.size()).filter(torrent -> perHour(torrent) >= 1).toArray();
  }

  private double perHour(int torrent) {
    return catalogue.popularity(torrent) * options.lookupsPerSecond() * 3600;
  }
}
