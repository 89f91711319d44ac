package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.membership.SelfDescription;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * Keeps the list of members true, at a cost that does not grow with it: each second one member is
 * asked whether it lives, all in turn; news rides along (SWIM).
 *
 * <p>Nobody is dead on hearsay: a rumour of a death only makes this peer ask for itself, and
 * quickly. A member that has answered nothing for {@link #SILENCE}, though asked several times, is
 * dead; it is asked once in a while whether it has come back, because a partition looks the same.
 * Only an answer clears a suspect: one that talks but does not listen is of no use.
 */
final class HeartBeat {
  static final long SECOND = 1_000_000_000L;
  static final long SILENCE = 15 * SECOND;

  /** How long a rumoured death is doubted: time for three pings. */
  private static final long DOUBT = 6 * SECOND;

  private static final long PING_EVERY = SECOND;
  private static final long SUSPECT_EVERY = 2 * SECOND;
  private static final long GRAVE_EVERY = 10 * SECOND;
  private static final long COMPARE_EVERY = 10 * SECOND;

  /** It need not know who is relieved or excluded, so it may differ for long. */
  private static final long COMPARE_AS_CLIENT = 60 * SECOND;

  private static final int RUMOURS = 8;

  /** In one answer: a claim for each of the caller's that is outdated, and news. */
  private static final int MOST_CLAIMS = 2 * RUMOURS + 1;

  private static final int UNANSWERED = 3;

  /** Claims in one answer to JOIN; who asks goes on behind the last. */
  static final int PAGE = 64;

  /** A swarm has no more: whoever has more to tell makes it up. */
  private static final int MOST_PAGES = Members.MOST_MEMBERS / PAGE;

  /** Longer than the patience with a page: who tells nothing for so long is read no further. */
  private static final long PAGE_WITHIN = 15 * SECOND;

  /** After which a peer whose list had no end is asked for it again. */
  private static final long ENDLESS_AGAIN = 3_600 * SECOND;

  private static final int MOST_READ = 256;

  /** Before any address. */
  static final Endpoint FIRST = Endpoint.v6(0, 0, 0);

  /** Incarnations are the times at which they began; clocks differ, but not by more. */
  private static final long MOST_AHEAD = Absences.DAY;

  private static final Rpc.Patience ONCE = new Rpc.Patience(2 * SECOND, 1);
  private static final Rpc.Patience BULK = new Rpc.Patience(4 * SECOND, 2);

  private static final class Suspicion {
    private long deadAt;
    private long askAt;
    private int unanswered;

    Suspicion(long deadAt, long askAt) {
      this.deadAt = deadAt;
      this.askAt = askAt;
    }
  }

  /**
   * A peer's list, being read. There is one at a time of each peer: who believes something else
   * than this one for ever, and answers each page with addresses beyond the last, would be asked
   * for another as fast as it answers, and in one more such chain every ten seconds.
   */
  private static final class Reading {
    private int pages;
    private long until;
  }

  private final Members members;
  private final PeerVerifier notary;
  private final Rpc rpc;
  private final RandomGenerator random;
  private final SelfDescription description;
  private final PeerConditions conditions = new PeerConditions();
  private final Map<Endpoint, Suspicion> suspects = new TreeMap<>();
  private final Map<Endpoint, Reading> readings = new LruMap<>(MOST_READ);
  private List<Peer> turn = List.of();
  private int next;
  private long pingAt;
  private long graveAt;
  private long compareAt;
  private long denyAt;
  private long checkAt;

  /**
   * @param description of this peer
   */
  HeartBeat(
      Members members,
      PeerVerifier notary,
      Rpc rpc,
      RandomGenerator random,
      SelfDescription description) {
    this.members = members;
    this.notary = notary;
    this.rpc = rpc;
    this.random = random;
    this.description = description;
  }

  /** Asks somebody who may know the swarm to let this peer in. */
  void join(long now, Endpoint gate) {
    read(now, gate, new Reading(), FIRST);
  }

  private void read(long now, Endpoint gate, Reading reading, Endpoint after) {
    PeerClaim self = new PeerClaim(members.self(), PeerClaim.Life.LIVING);
    rpc.call(
        now,
        gate,
        new RpcMessage.Join(self, after),
        BULK,
        Replies.of(
            (at, reply) -> {
              if (reply instanceof RpcMessage.Roster(List<PeerClaim> page)) {
                learn(at, gate, page);
                Endpoint last = page.isEmpty() ? after : page.getLast().peer().address();
                if (page.size() < PAGE || last.compareTo(after) <= 0) {
                  readings.remove(gate, reading);
                } else if (goesOn(at, gate, reading)) {
                  read(at, gate, reading, last);
                }
              }
            }));
  }

  /** Whether the next page is to be asked for; one without news is no reason to stop. */
  private boolean goesOn(long now, Endpoint gate, Reading reading) {
    if (isRead(now, gate) && readings.get(gate) != reading) {
      return false;
    }
    reading.pages++;
    boolean isEndless = reading.pages >= MOST_PAGES;
    reading.until = now + (isEndless ? ENDLESS_AGAIN : PAGE_WITHIN);
    readings.put(gate, reading);
    return !isEndless;
  }

  /** Whether that peer's list is being read, or has turned out to be none. */
  private boolean isRead(long now, Endpoint gate) {
    Reading current = readings.get(gate);
    return current != null && now < current.until;
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
        Endpoint grave = dead.get(random.nextInt(dead.size())).address();
        ping(now, grave);
        // Others may have heard it say that it leaves, while this peer was cut off: it would be
        // expected back for a day, and what it held would stay one copy short.
        members.tellAgain(grave);
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
    } else if (now >= suspicion.deadAt && suspicion.unanswered >= UNANSWERED) {
      suspects.remove(address);
      members.learn(new PeerClaim(claim.peer(), PeerClaim.Life.DEAD), true);
    } else if (now >= suspicion.askAt) {
      suspicion.askAt = now + SUSPECT_EVERY;
      ping(now, address);
    }
  }

  private void ping(long now, Endpoint to) {
    rpc.call(
        now,
        to,
        new RpcMessage.Ping(members.fingerprint(), conditions.toldTo(now, to), newsFor(to)),
        ONCE,
        new Rpc.Outcome() {
          @Override
          public void answered(long at, RpcMessage reply) {
            if (reply instanceof RpcMessage.Pong pong) {
              conditions.heard(at, to, pong.condition());
              learn(at, to, pong.rumours());
              compare(at, to, pong.fingerprint());
            }
          }

          @Override
          public void silent(long at) {
            suspect(at, to, SILENCE);
            Suspicion suspicion = suspects.get(to);
            if (suspicion != null) {
              suspicion.unanswered++;
            }
          }
        });
  }

  /**
   * Whoever is believed dead hears of it first, so that it can deny it. What is told to one who
   * does not answer is wasted, so suspects hear nothing else; and what a client has heard is news
   * to nobody.
   */
  private List<PeerClaim> newsFor(Endpoint to) {
    boolean isMember = members.about(to) != null;
    List<PeerClaim> news =
        new ArrayList<>(
            suspects.containsKey(to) || members.self().isClient()
                ? List.of()
                : isMember ? members.rumours(RUMOURS) : members.newsForOutsiders(RUMOURS));
    PeerClaim its = members.about(to);
    if (its != null && its.life() == PeerClaim.Life.DEAD) {
      news.addFirst(its);
    }
    return news;
  }

  /** Two who believe different things for longer than news takes exchange their lists. */
  private void compare(long now, Endpoint with, long fingerprint) {
    if (fingerprint != members.fingerprint() && now >= compareAt && !isRead(now, with)) {
      compareAt = now + (members.self().isClient() ? COMPARE_AS_CLIENT : COMPARE_EVERY);
      join(now, with);
    }
  }

  /** What is wrong between this peer and others. */
  PeerConditions conditions() {
    return conditions;
  }

  /** It has answered a call. */
  void answered(Endpoint from) {
    suspects.remove(from);
  }

  RpcMessage.Pong onPing(long now, Endpoint from, RpcMessage.Ping ping) {
    conditions.heard(now, from, ping.condition());
    List<PeerClaim> better = members.corrections(ping.rumours());
    learn(now, from, ping.rumours());
    better.addAll(newsFor(from));
    return new RpcMessage.Pong(
        members.fingerprint(),
        conditions.toldTo(now, from),
        better.subList(0, Math.min(better.size(), MOST_CLAIMS)));
  }

  RpcMessage.Roster onJoin(long now, Endpoint from, RpcMessage.Join join) {
    learn(now, from, List.of(join.newcomer()));
    return new RpcMessage.Roster(members.page(join.after(), PAGE));
  }

  void suspect(long now, Endpoint address, long patience) {
    if (members.lives(address) && !address.equals(members.self().address())) {
      Suspicion suspicion =
          suspects.computeIfAbsent(address, a -> new Suspicion(now + SILENCE, now));
      suspicion.deadAt = Math.min(suspicion.deadAt, now + patience);
    }
  }

  /**
   * Weighs what somebody says of others.
   *
   * @param teller at whose expense it may be found out
   */
  void learn(long now, Endpoint teller, List<PeerClaim> claims) {
    for (PeerClaim claim : claims) {
      Endpoint address = claim.peer().address();
      if (claim.peer().incarnation() > now + MOST_AHEAD || claim.peer().incarnation() < 0) {
        continue; // no clock is so wrong: it would be true for ever
      }
      if (address.equals(members.self().address())) {
        contradict(now, claim);
      } else if (isNews(claim) && notary.vouchesFor(claim, teller)) {
        if (claim.life() == PeerClaim.Life.DEAD && members.lives(address)) {
          suspect(now, address, DOUBT);
        } else {
          members.learn(claim, members.takesPart(teller));
        }
      }
    }
  }

  private boolean isNews(PeerClaim claim) {
    PeerClaim before = members.about(claim.peer().address());
    return before == null || claim.outweighs(before);
  }

  /**
   * Rumours of this peer's death, and its descriptions from before a restart, are outbid. Only its
   * own words are: what others made up of it nobody believes anyhow. Once a second, for a new
   * description goes to everybody.
   */
  private void contradict(long now, PeerClaim claim) {
    Peer self = members.self();
    if (now >= denyAt
        && claim.outweighs(new PeerClaim(self, PeerClaim.Life.LIVING))
        && (claim.peer().equals(self) || isMine(now, claim.peer()))) {
      denyAt = now + SECOND;
      describe(claim.peer().incarnation() + 1, self.virtualNodes());
    }
  }

  /** One signature a second is looked at: who makes up more of them wastes its own time. */
  private boolean isMine(long now, Peer peer) {
    if (now < checkAt) {
      return false;
    }
    checkAt = now + SECOND;
    return notary.isMine(peer);
  }

  /** Tells everybody to take it for owning that much from now on. */
  void describe(long incarnation, int virtualNodes) {
    members.describeSelf(description.of(incarnation, virtualNodes));
  }
}
