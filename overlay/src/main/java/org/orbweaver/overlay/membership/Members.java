package org.orbweaver.overlay.membership;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Everybody this peer has heard of and met, and the news it still has to spread.
 *
 * <p>News travels as rumours on pings. Each is told a few times the logarithm of the swarm's size,
 * which reaches everybody with near certainty (SWIM, Das et al. 2002); what a partition kept from
 * somebody, lists exchanged on meeting again bring.
 *
 * <p>Bounded, because strangers make peers up. Of the never met neither a death is kept nor a life
 * without virtual nodes; the dead are forgotten after {@link #FORGET_AFTER}; past {@link
 * #MOST_MEMBERS} nobody new is taken in.
 */
public final class Members {
  public static final int MOST_MEMBERS = 1 << 17;

  /** Longer than anybody is expected back. */
  public static final long FORGET_AFTER = 3 * Absences.DAY;

  /** Times as many as keep a key are looked at where somebody says that it once kept it. */
  private static final int NEIGHBOURS = 4;

  private static final int TELL_FACTOR = 3;
  private static final long FORGET_EVERY = 600_000_000_000L;

  /**
   * What is believed of a peer.
   *
   * @param since when it was last changed
   * @param stood with how many virtual nodes the peer last answered for keys: one that leaves has
   *     still to give away what it held
   */
  private record Belief(PeerClaim claim, long since, int stood) {
    boolean lives() {
      return claim.life() == PeerClaim.Life.LIVING;
    }

    /** Whether it is among those who answer for keys. */
    boolean stands() {
      return lives() && claim.peer().virtualNodes() > 0;
    }
  }

  private final TreeMap<Endpoint, Belief> known = new TreeMap<>();
  private final Map<Endpoint, Integer> untold = new HashMap<>();

  /** Members that answer for no keys any more, whatever they say: see {@link #exclude}. */
  private Set<Endpoint> excluded = Set.of();

  private TaskShares shares = TaskShares.ALL;
  private final Function<Collection<Peer>, MembershipView> views;
  private Peer self;
  private @Nullable MembershipView view;
  private boolean changed;
  private long fingerprint;
  private long now;
  private long forgetAt;

  /**
   * @param views makes a view of the living; a lab with many peers shares equal ones
   */
  public Members(long now, Peer self, Function<Collection<Peer>, MembershipView> views) {
    this.now = now;
    this.self = self;
    this.views = views;
    put(new PeerClaim(self, PeerClaim.Life.LIVING));
  }

  public Peer self() {
    return self;
  }

  /** Describes this peer anew; everybody will hear of it. */
  public void describeSelf(Peer description) {
    self = description;
    put(new PeerClaim(description, PeerClaim.Life.LIVING));
  }

  /**
   * Takes in what somebody says of a peer that this one has met.
   *
   * @param witnessed whether a member says so: it is how one hears of a peer that is leaving, and
   *     has still to give away what it holds; one that says so of itself may be anybody
   * @return true if it was news
   */
  public boolean learn(PeerClaim claim, boolean witnessed) {
    Belief before = known.get(claim.peer().address());
    if (before == null) {
      boolean counts =
          claim.life() == PeerClaim.Life.LIVING && (claim.peer().virtualNodes() > 0 || witnessed);
      if (!counts || known.size() >= MOST_MEMBERS) {
        return false;
      }
    } else if (!claim.outweighs(before.claim())) {
      return false;
    }
    put(claim);
    return true;
  }

  /** Takes in what everybody knows already, and which need not be told. */
  public void recall(Collection<PeerClaim> claims) {
    for (PeerClaim claim : claims) {
      if (learn(claim, true)) {
        untold.remove(claim.peer().address());
      }
    }
  }

  private void put(PeerClaim claim) {
    Endpoint address = claim.peer().address();
    Belief before = known.get(address);
    int stands = claim.peer().virtualNodes();
    int stood = stands > 0 ? stands : before == null ? 1 : before.stood();
    Belief after = new Belief(claim, now, stood);
    known.put(address, after);
    fingerprint += mark(after) - (before == null ? 0 : mark(before));
    if (!claim.peer().isClient()) {
      untold.put(address, 0); // of a client nobody need know
    }
    changed |= before == null || changesView(before, after);
  }

  private static boolean changesView(Belief before, Belief after) {
    return before.lives() != after.lives()
        || before.claim().peer().virtualNodes() != after.claim().peer().virtualNodes()
        || before.claim().peer().disk() != after.claim().peer().disk();
  }

  /**
   * To be called once for everything that happens at once: the view follows what was learned since,
   * and the long dead are forgotten.
   */
  public void onTick(long at) {
    now = Math.max(now, at);
    if (now >= forgetAt) {
      forgetAt = now + FORGET_EVERY;
      known
          .values()
          .removeIf(
              each -> {
                boolean over = !each.lives() && now - each.since() > FORGET_AFTER;
                if (over) {
                  untold.remove(each.claim().peer().address());
                }
                return over;
              });
    }
    if (changed) {
      changed = false;
      view = null;
    }
  }

  /**
   * Equal for two peers that believe the same of all who live and answer for keys, and by chance
   * for hardly any others.
   */
  public long fingerprint() {
    return fingerprint;
  }

  /**
   * These answer for no keys any more: as with one that says it leaves, what they hold is asked of
   * them and given to others, and they are heard and answered.
   */
  public void exclude(Set<Endpoint> others) {
    if (!others.equals(excluded)) {
      known.values().forEach(each -> fingerprint -= mark(each));
      excluded = Set.copyOf(others);
      known.values().forEach(each -> fingerprint += mark(each));
      changed = true;
    }
  }

  public Set<Endpoint> excluded() {
    return excluded;
  }

  /** From now on these lead fewer tasks than stand closest to them. */
  public void limit(TaskShares others) {
    if (!others.equals(shares)) {
      shares = others;
    }
  }

  /** The same object until somebody's share changes. */
  public TaskShares shares() {
    return shares;
  }

  private long mark(Belief belief) {
    if (!belief.stands() || excluded.contains(belief.claim().peer().address())) {
      return 0;
    }
    Peer peer = belief.claim().peer();
    long mixed = peer.address().hashCode() * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ peer.incarnation()) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ mixed >>> 32) * 0x9E3779B97F4A7C15L;
    return mixed ^ mixed >>> 29;
  }

  public @Nullable PeerClaim about(Endpoint address) {
    Belief belief = known.get(address);
    return belief == null ? null : belief.claim();
  }

  public boolean lives(Endpoint address) {
    Belief belief = known.get(address);
    return belief != null && belief.lives();
  }

  /** Whether a living peer there answers for keys, or did until it said that it leaves. */
  public boolean takesPart(Endpoint address) {
    Belief belief = known.get(address);
    return belief != null && belief.lives() && belief.stood() > 0;
  }

  /** Whether one of two peers stands, or stood when it last did, closer to the key. */
  public boolean isCloser(Endpoint one, Endpoint other, Key key) {
    return Long.compareUnsigned(distance(one, key), distance(other, key)) < 0;
  }

  private long distance(Endpoint address, Key key) {
    Belief belief = known.get(address);
    return belief == null ? -1 : distance(address, key, belief.stood());
  }

  private static long distance(Endpoint address, Key key, int virtualNodes) {
    long least = -1;
    long[] ids = VirtualNodes.ids(Locality.site(address), virtualNodes);
    for (int index = 0; index < virtualNodes; index++) {
      long distance = ids[index] ^ key.high();
      least = Long.compareUnsigned(distance, least) < 0 ? distance : least;
    }
    return least;
  }

  /**
   * Whether a peer at that address can have kept what has this key at that time, or at any since.
   * It cannot if enough others, each in another network, stand closer and have been there all the
   * while. Nothing need be known of the peer itself, which may have left long ago: its IDs follow
   * from its address, and it is given all that an address may have, because what it claims today is
   * not what it claimed then. Where too few have been there for so long, nobody can tell.
   *
   * @param copies how many keep it
   */
  public boolean mayHaveKept(Endpoint who, Key key, int copies, long then) {
    MembershipView all = view();
    Set<Long> networks = new HashSet<>();
    for (Peer peer : all.closest(key, copies * NEIGHBOURS)) {
      PeerClaim claim = about(peer.address()); // a view may be older than a description
      if (claim != null
          && claim.peer().incarnation() < then
          && networks.add(all.network(peer))
          && networks.size() == copies) {
        long its = distance(peer.address(), key);
        return Long.compareUnsigned(distance(who, key, Peer.MOST_VIRTUAL_NODES), its) <= 0;
      }
    }
    return true;
  }

  /** Those of one kind, by address, without this peer. */
  public List<Peer> others(PeerClaim.Life life) {
    List<Peer> peers = new ArrayList<>();
    for (Belief belief : known.values()) {
      Peer peer = belief.claim().peer();
      if (belief.claim().life() == life && !peer.address().equals(self.address())) {
        peers.add(peer);
      }
    }
    return peers;
  }

  /** All that is believed, by address. */
  public List<PeerClaim> all() {
    return known.values().stream().map(Belief::claim).toList();
  }

  /** The living behind that address, in order, for one who knows nobody yet. */
  public List<PeerClaim> page(Endpoint after, int most) {
    List<PeerClaim> page = new ArrayList<>();
    for (Belief belief : known.tailMap(after, false).values()) {
      if (page.size() == most) {
        break;
      }
      if (belief.lives()) {
        page.add(belief.claim());
      }
    }
    return page;
  }

  /** The living; the same object until something changes that matters for who answers for what. */
  public MembershipView view() {
    MembershipView current = view;
    if (current == null) {
      List<Peer> living = new ArrayList<>(others(PeerClaim.Life.LIVING));
      living.removeIf(each -> excluded.contains(each.address()));
      living.add(self);
      current = views.apply(living);
      view = current;
    }
    return current;
  }

  /** Has one more hear what is believed of that peer. */
  public void tellAgain(Endpoint address) {
    untold.putIfAbsent(address, oftenEnough() - 1);
  }

  /** What is believed of those peers where it outweighs what somebody else believes. */
  public List<PeerClaim> corrections(List<PeerClaim> told) {
    List<PeerClaim> better = new ArrayList<>();
    for (PeerClaim claim : told) {
      PeerClaim here = about(claim.peer().address());
      if (here != null && here.outweighs(claim)) {
        better.add(here);
      }
    }
    return better;
  }

  private int oftenEnough() {
    return TELL_FACTOR * (Integer.SIZE - Integer.numberOfLeadingZeros(known.size()));
  }

  /** The news told least often so far. Who is no member passes nothing on: it does not count. */
  public List<PeerClaim> newsForOutsiders(int most) {
    return toldLeast(most).stream()
        .map(known::get)
        .filter(Objects::nonNull)
        .map(Belief::claim)
        .toList();
  }

  private List<Endpoint> toldLeast(int most) {
    return untold.entrySet().stream()
        .sorted(
            Map.Entry.<Endpoint, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The news told least often so far, counted as told once more. */
  public List<PeerClaim> rumours(int most) {
    if (untold.isEmpty()) {
      return List.of();
    }
    int enough = oftenEnough();
    List<Endpoint> chosen = toldLeast(most);
    List<PeerClaim> news = new ArrayList<>(chosen.size());
    for (Endpoint address : chosen) {
      Belief belief = known.get(address);
      if (belief != null) {
        news.add(belief.claim());
      }
      untold.merge(address, 1, (a, b) -> a + b >= enough ? null : a + b);
    }
    return news;
  }
}
