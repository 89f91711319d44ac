package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.GatheredTokens;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.PeersListener;

/**
 * Asks the DHT for the peers of claimed hashes, in IPv4's and in IPv6's, as many at once as keep
 * the node busy: how fast it goes is bounded by what it may send, not here. It takes a hash only
 * when it has a lookup to spare and the stage behind it has room. Who told the hash in a sample is
 * asked first.
 *
 * <p>A hash's first lookup ends as soon as two nodes have named the same peer, and asks nobody more
 * while one has and another's answer is awaited; if none of those peers has the metadata to give, a
 * second one goes on to the closest nodes. Hashes that wait for their second lookup come first;
 * they are never more than the stage behind holds.
 */
final class Lookups {
  /**
   * A claimed hash on its way.
   *
   * @param thorough whether it is to be looked up to the end; later, whether no lookup would find
   *     more
   * @param hearsay whether nobody vouches for it
   * @param announcements to whom we can announce ourselves if none of its peers can be dialled
   */
  record Hunt(Key hash, boolean thorough, boolean hearsay, List<Announcement> announcements) {
    Hunt(Key hash, boolean thorough, boolean hearsay) {
      this(hash, thorough, hearsay, List.of());
    }

    Hunt toTheEnd() {
      return new Hunt(hash, true, hearsay);
    }

    Hunt ended(boolean wasThorough, List<Announcement> gathered) {
      return new Hunt(hash, wasThorough, hearsay, List.copyOf(gathered));
    }
  }

  /** Nodes of one network that have peers of a hash, and their tokens. */
  record Announcement(DhtClient client, GatheredTokens tokens) {}

  /** Told of a lookup's end. */
  interface Finds {
    void found(Hunt hunt, FoundPeers peers);

    /** No node has answered at all: that says something about our network, not about the hash. */
    void unheard(Hunt hunt);
  }

  /**
   * A lookup for a made-up hash goes to the end and finds nothing, for five times the packets of
   * one for a torrent. At five a second and two at a time they are a small part of what we send,
   * however many strangers make up.
   */
  private static final long BETWEEN_HEARSAY = Duration.ofMillis(200).toNanos();

  private static final int MOST_HEARSAY = 2;

  private final List<DhtClient> clients;
  private final TellingNodes tellers;
  private final Function<Key, List<Endpoint>> announcers;
  private final int most;
  private final boolean stopEarly;
  private final Finds finds;
  private final Queue<Hunt> second = new ArrayDeque<>();
  private final Set<Hunt> running = new HashSet<>();
  private int hearsayRunning;
  private long hearsayNotBefore = Long.MIN_VALUE;
  private boolean abandoned;
  private long started;
  private long finished;
  private long queries;
  private long withPeers;
  private long ghostly;

  /**
   * @param announcers the peers of a torrent that announced themselves to us
   */
  Lookups(
      PipelineSettings settings,
      List<DhtClient> clients,
      TellingNodes tellers,
      Function<Key, List<Endpoint>> announcers,
      Finds finds) {
    this.clients = clients;
    this.tellers = tellers;
    this.announcers = announcers;
    this.most = settings.lookups();
    this.stopEarly = settings.stopEarly();
    this.finds = finds;
  }

  void lookUpAgain(Hunt hunt) {
    second.add(hunt.toTheEnd());
  }

  /** Starts as many lookups as there is room for; true if it has started any. */
  boolean onTick(long now, Traversal traversal, int room) {
    boolean startedAny = false;
    while (running.size() < most && running.size() + second.size() < room) {
      Hunt hunt = next(now, traversal);
      if (hunt == null || !start(now, hunt)) {
        break;
      }
      startedAny = true;
    }
    return startedAny;
  }

  private @Nullable Hunt next(long now, Traversal traversal) {
    Hunt again = second.poll();
    if (again != null) {
      return again;
    }
    if (hearsayRunning < MOST_HEARSAY && now >= hearsayNotBefore) {
      Key rumoured = traversal.pollHearsay();
      if (rumoured != null) {
        hearsayNotBefore = now + BETWEEN_HEARSAY;
        return new Hunt(rumoured, !stopEarly, true);
      }
    }
    Claim claim = traversal.poll();
    return claim == null ? null : new Hunt(claim.hash(), !stopEarly || claim.failures() > 0, false);
  }

  private boolean start(long now, Hunt hunt) {
    running.add(hunt);
    hearsayRunning += hunt.hearsay() ? 1 : 0;
    started++;
    List<Contact> holders = tellers.take(hunt.hash());
    Listener listener = new Listener(hunt);
    boolean accepted = false;
    for (DhtClient client : clients) {
      List<Contact> known =
          holders.stream().filter(h -> Family.of(h.endpoint()) == client.family()).toList();
      listener.open++;
      if (client.getPeers(now, hunt.hash(), known, listener.of(client))) {
        accepted = true;
      } else {
        listener.open--;
      }
    }
    if (!accepted) {
      // The node has too much under way; the hash waits with those of the second round.
      remove(hunt);
      started--;
      second.add(hunt);
    }
    return accepted;
  }

  private void remove(Hunt hunt) {
    running.remove(hunt);
    hearsayRunning -= hunt.hearsay() ? 1 : 0;
  }

  /** The hashes whose peers are not found yet; what a lookup still finds has no consequence. */
  List<Key> abandon() {
    List<Key> open =
        Stream.concat(running.stream(), second.stream())
            .filter(hunt -> !hunt.hearsay())
            .map(Hunt::hash)
            .toList();
    second.clear();
    abandoned = true;
    return open;
  }

  LookupMetrics metrics() {
    return new LookupMetrics(
        started, finished, queries, withPeers, ghostly, running.size(), second.size());
  }

  /** What the lookups for one hash find, in all networks. */
  private final class Listener {
    private final Hunt hunt;
    private final FoundPeers peers = new FoundPeers();
    private final List<Announcement> announcements = new ArrayList<>(1);
    private int open;
    private int replies;

    Listener(Hunt hunt) {
      this.hunt = hunt;
      announcers.apply(hunt.hash()).forEach(peers::addAnnounced);
    }

    boolean hasEnough() {
      return !hunt.thorough() && peers.isConfirmed();
    }

    void onFinish(LookupResult result) {
      queries += result.queries();
      replies += result.replies();
      if (--open == 0) {
        remove(hunt);
        finished++;
        withPeers += peers.isEmpty() ? 0 : 1;
        ghostly += peers.looksGhostly() ? 1 : 0;
        boolean thorough = !hasEnough() || peers.isAgreed();
        if (!abandoned && replies == 0 && peers.isEmpty()) {
          finds.unheard(hunt);
        } else if (!abandoned) {
          finds.found(hunt.ended(thorough, announcements), peers);
        }
      }
    }

    PeersListener of(DhtClient client) {
      return new PeersListener() {
        @Override
        public void onPeer(Contact from, Endpoint peer) {
          peers.add(from, peer);
        }

        @Override
        public boolean hasEnough() {
          return Listener.this.hasEnough();
        }

        @Override
        public boolean hasNearlyEnough() {
          return !hunt.thorough() && !peers.isEmpty();
        }

        @Override
        public void onTokens(GatheredTokens tokens) {
          announcements.add(new Announcement(client, tokens));
        }

        @Override
        public void onFinish(LookupResult result) {
          Listener.this.onFinish(result);
        }
      };
    }
  }
}
