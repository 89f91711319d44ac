package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.membership.SelfDescription;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * Keeps the list of members true, at a cost that does not grow with it: each second one member is
 * asked whether it lives, all in turn; news rides along (SWIM).
 *
 * <p>Nobody is dead on hearsay: a rumour of a death only makes this peer ask for itself, and
 * quickly. A member that has been silent for {@link #SILENCE} is dead; it is asked once in a while
 * whether it has come back, because a partition looks the same.
 */
final class HeartBeat {
  static final long SECOND = 1_000_000_000L;
  static final long SILENCE = 30 * SECOND;

  /** How long a rumoured death is doubted: time for three pings. */
  private static final long DOUBT = 6 * SECOND;

  private static final long PING_EVERY = SECOND;
  private static final long SUSPECT_EVERY = 2 * SECOND;
  private static final long GRAVE_EVERY = 10 * SECOND;
  private static final long COMPARE_EVERY = 10 * SECOND;
  private static final int RUMOURS = 8;
  private static final Rpc.Patience ONCE = new Rpc.Patience(2 * SECOND, 1);
  private static final Rpc.Patience BULK = new Rpc.Patience(4 * SECOND, 2);

  private static final class Suspicion {
    private long deadAt;
    private long askAt;

    Suspicion(long deadAt, long askAt) {
      this.deadAt = deadAt;
      this.askAt = askAt;
    }
  }

  private final Members members;
  private final PeerVerifier notary;
  private final Rpc post;
  private final RandomGenerator random;
  private final SelfDescription portrait;
  private final Map<Endpoint, Suspicion> suspects = new TreeMap<>();
  private List<Peer> turn = List.of();
  private int next;
  private long pingAt;
  private long graveAt;
  private long compareAt;

  /**
   * @param portrait of this peer
   */
  HeartBeat(
      Members members,
      PeerVerifier notary,
      Rpc post,
      RandomGenerator random,
      SelfDescription portrait) {
    this.members = members;
    this.notary = notary;
    this.post = post;
    this.random = random;
    this.portrait = portrait;
  }

  /** Asks somebody who may know the swarm to let this peer in. */
  void join(long now, Endpoint gate) {
    PeerClaim self = new PeerClaim(members.self(), PeerClaim.Life.LIVING);
    post.call(
        now,
        gate,
        new RpcMessage.Join(self),
        BULK,
        Replies.of(
            (at, reply) -> {
              if (reply instanceof RpcMessage.Roster(List<PeerClaim> everybody)) {
                learn(at, everybody);
              }
            }));
  }

  long onTick(long now) {
    if (now >= pingAt) {
      pingAt = now + PING_EVERY;
      pingNext(now);
    }
    if (now >= graveAt) {
      graveAt = now + GRAVE_EVERY;
      List<Peer> dead = members.others(PeerClaim.Life.DEAD);
      if (!dead.isEmpty()) {
        ping(now, dead.get(random.nextInt(dead.size())).address());
      }
    }
    if (!suspects.isEmpty()) {
      for (var suspect : List.copyOf(suspects.entrySet())) {
        review(now, suspect.getKey(), suspect.getValue());
      }
    }
    return pingAt;
  }

  private void pingNext(long now) {
    if (next >= turn.size()) {
      turn = new ArrayList<>(members.others(PeerClaim.Life.LIVING));
      Collections.shuffle(turn, Random.from(random));
      next = 0;
    }
    if (next < turn.size()) {
      ping(now, turn.get(next++).address());
    }
  }

  private void review(long now, Endpoint address, Suspicion suspicion) {
    PeerClaim claim = members.about(address);
    if (claim == null || claim.life() != PeerClaim.Life.LIVING) {
      suspects.remove(address);
    } else if (now >= suspicion.deadAt) {
      suspects.remove(address);
      members.learn(new PeerClaim(claim.peer(), PeerClaim.Life.DEAD));
    } else if (now >= suspicion.askAt) {
      suspicion.askAt = now + SUSPECT_EVERY;
      ping(now, address);
    }
  }

  private void ping(long now, Endpoint to) {
    post.call(
        now,
        to,
        new RpcMessage.Ping(members.fingerprint(), newsFor(to)),
        ONCE,
        new Rpc.Outcome() {
          @Override
          public void answered(long at, RpcMessage reply) {
            if (reply instanceof RpcMessage.Pong(long fingerprint, List<PeerClaim> rumours)) {
              learn(at, rumours);
              compare(at, to, fingerprint);
            }
          }

          @Override
          public void silent(long at) {
            suspect(at, to, SILENCE);
          }
        });
  }

  /**
   * Whoever is believed dead hears of it first, so that it can deny it. What is told to one who
   * does not answer is wasted, so suspects hear nothing else.
   */
  private List<PeerClaim> newsFor(Endpoint to) {
    List<PeerClaim> news =
        new ArrayList<>(suspects.containsKey(to) ? List.of() : members.rumours(RUMOURS));
    PeerClaim its = members.about(to);
    if (its != null && its.life() == PeerClaim.Life.DEAD) {
      news.addFirst(its);
    }
    return news;
  }

  /** Two who believe different things for longer than news takes exchange their lists. */
  private void compare(long now, Endpoint with, long fingerprint) {
    if (fingerprint != members.fingerprint() && now >= compareAt) {
      compareAt = now + COMPARE_EVERY;
      join(now, with);
    }
  }

  /** Any sign of life will do. */
  void heardFrom(Endpoint from) {
    suspects.remove(from);
  }

  RpcMessage.Pong onPing(long now, Endpoint from, RpcMessage.Ping ping) {
    learn(now, ping.rumours());
    return new RpcMessage.Pong(members.fingerprint(), newsFor(from));
  }

  RpcMessage.Roster onJoin(long now, PeerClaim newcomer) {
    learn(now, List.of(newcomer));
    return new RpcMessage.Roster(members.all());
  }

  void suspect(long now, Endpoint address, long patience) {
    if (members.lives(address) && !address.equals(members.self().address())) {
      Suspicion suspicion =
          suspects.computeIfAbsent(address, a -> new Suspicion(now + SILENCE, now));
      suspicion.deadAt = Math.min(suspicion.deadAt, now + patience);
    }
  }

  void learn(long now, List<PeerClaim> claims) {
    for (PeerClaim claim : claims) {
      Endpoint address = claim.peer().address();
      if (address.equals(members.self().address())) {
        contradict(claim);
      } else if (isNews(claim) && notary.vouchesFor(claim)) {
        if (claim.life() == PeerClaim.Life.DEAD && members.lives(address)) {
          suspect(now, address, DOUBT);
        } else {
          members.learn(claim);
        }
      }
    }
  }

  private boolean isNews(PeerClaim claim) {
    PeerClaim before = members.about(claim.peer().address());
    return before == null || claim.outweighs(before);
  }

  /** Rumours of this peer's death, and its descriptions from before a restart, are outbid. */
  private void contradict(PeerClaim claim) {
    PeerClaim mine = new PeerClaim(members.self(), PeerClaim.Life.LIVING);
    if (claim.outweighs(mine)) {
      describe(claim.peer().incarnation() + 1, members.self().virtualNodes());
    }
  }

  /** Tells everybody to take it for owning that much from now on. */
  void describe(long incarnation, int virtualNodes) {
    members.describeSelf(portrait.of(incarnation, virtualNodes));
  }
}
