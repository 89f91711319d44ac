package org.orbweaver.kademlia;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Kademlia's iterative lookup as one object that sends nothing: its owner asks {@link #next} whom
 * to query, and reports replies, stalls and failures. What the replies are about (nodes, peers,
 * values, samples) is the owner's business.
 *
 * <p>The closest candidate not yet asked is always asked first, so every reply saves the queries
 * that its closer nodes make needless. A stalled query (§2.4) lets another be sent, yet its late
 * reply counts. The lookup has {@link #converged} when the <i>k</i> closest candidates that are not
 * silent have answered and the silent ones before them had their retries; it is {@link #finished}
 * when also the last stalled query is decided.
 *
 * <p>Most contacts in the wild are dead, and some lie. Issue → defence:
 *
 * <ul>
 *   <li>one machine poses as many nodes → one candidate per IP address, two per network
 *   <li>a false contact for an honest node's address or ID, to have us pass the honest one over →
 *       two contradicting claims are kept, asked one after the other, and the first that proves
 *       true wins
 *   <li>a node claims an ID it does not have → its reply's ID must be the one it was named with, or
 *       it is dropped
 *   <li>nodes name contacts that are long dead, over and over → the silent stay in the candidate
 *       set as dropped, and the {@link LookupCache} knows who was silent in other lookups
 *   <li>a node names nothing but made-up contacts close to the target → after four of them were
 *       silent and none answered, those that nobody else named are passed over
 *   <li>endless replies, endless closer contacts → at most 2<i>k</i> contacts are taken from a
 *       reply, the candidate set and the number of queries are bounded
 *   <li>our own IDs and unreachable or private addresses as bait → the owner's predicate
 *   <li>packets get lost → silent candidates that would belong to the result are asked again after
 *       all others, once for every further witness who names them
 * </ul>
 *
 * <p>Confined to one thread; the cache and table behind it may be shared.
 */
public final class Lookup {
  private final Key target;
  private final LookupSettings settings;
  private final LookupCache cache;
  private final Predicate<Contact> worthAsking;
  private final Candidates candidates;
  private final Contact[] fromCache;
  private int queries;
  private int replies;

  /**
   * @param cache {@link LookupCache#disabled()} for a lookup on its own
   * @param worthAsking false for our own IDs and for addresses we do not send to
   */
  public Lookup(
      long now,
      Key target,
      LookupSettings settings,
      LookupCache cache,
      Predicate<Contact> worthAsking) {
    this.target = target;
    this.settings = settings;
    this.cache = cache;
    this.worthAsking = worthAsking;
    this.candidates = new Candidates(target, settings);
    this.fromCache = new Contact[settings.k()];
    cache.anchor(now, target);
    takeFromCache(now);
  }

  public Key target() {
    return target;
  }

  /** Starts from the closest contacts of our own table. */
  public void seed(RoutingTable table) {
    Contact[] closest = new Contact[2 * settings.k()];
    int count = table.closest(target, closest.length, closest);
    if (count == 0) {
      count = table.closestEvenIfSilent(target, closest.length, closest);
    }
    for (int i = 0; i < count; i++) {
      seed(closest[i]);
    }
  }

  public void seed(Contact contact) {
    if (worthAsking.test(contact)) {
      candidates.add(contact, null);
    }
  }

  /**
   * Whom to query now. The query counts as sent.
   *
   * @return null if nobody is to be asked before another report
   */
  public @Nullable Contact next(long now) {
    if (queries >= settings.maxQueries() || awaited() >= settings.concurrency()) {
      return null;
    }
    Candidate candidate = choose();
    if (candidate == null) {
      return null;
    }
    candidate.ask();
    queries++;
    return candidate.contact;
  }

  /**
   * A reply came, however late.
   *
   * @param asked whom {@link #next} named
   * @param repliedId the ID in the reply
   * @param named the contacts in the reply
   * @return whether the reply counts; if not, nothing in it should be used
   */
  public boolean onReply(long now, Contact asked, Key repliedId, List<Contact> named) {
    Candidate candidate = candidates.find(asked);
    if (candidate == null) {
      return false;
    }
    if (!repliedId.equals(asked.id())) {
      candidate.drop();
      cache.onSilence(now, asked);
      cache.onFailure(asked);
      return false;
    }
    if (!candidate.answer()) {
      return false;
    }
    replies++;
    cache.onReply(now, asked);
    int taken = Math.min(named.size(), 2 * settings.k());
    for (int i = 0; i < taken; i++) {
      Contact contact = named.get(i);
      if (worthAsking.test(contact) && !cache.isSilent(now, contact)) {
        candidates.add(contact, candidate);
      }
    }
    takeFromCache(now);
    return true;
  }

  /** The adaptive timeout has passed: another may be asked meanwhile. */
  public void onStall(long now, Contact asked) {
    Candidate candidate = candidates.find(asked);
    if (candidate != null) {
      candidate.stall();
      cache.onSilence(now, asked);
    }
  }

  /** The query is over: no reply within the fixed timeout, or an error came. */
  public void onFailure(long now, Contact asked) {
    Candidate candidate = candidates.find(asked);
    if (candidate != null) {
      if (!candidate.isStalled()) {
        cache.onSilence(now, asked);
      }
      candidate.fail(settings.retries());
      if (!candidate.isAnswered()) {
        cache.onFailure(asked);
      }
    }
  }

  /** The node is there, but will not answer this; asking it again is no use. */
  public void onRefusal(Contact asked) {
    Candidate candidate = candidates.find(asked);
    if (candidate != null && !candidate.isAnswered()) {
      candidate.drop();
    }
  }

  /**
   * Nobody is left to ask and only stalled queries are open: few late replies change the result.
   */
  public boolean converged() {
    return awaited() == 0 && (queries >= settings.maxQueries() || choose() == null);
  }

  /** Whether a query is open that has not stalled. */
  public boolean isAwaiting() {
    return awaited() > 0;
  }

  /** {@link #converged}, and no query is open. */
  public boolean finished() {
    if (!converged()) {
      return false;
    }
    for (Candidate candidate : candidates.closestFirst()) {
      if (candidate.isOpen()) {
        return false;
      }
    }
    return true;
  }

  /** The closest that answered, at most <i>k</i>, closest first. */
  public List<Contact> closest() {
    List<Contact> result = new ArrayList<>(settings.k());
    for (Candidate candidate : candidates.closestFirst()) {
      if (candidate.isAnswered() && result.size() < settings.k()) {
        result.add(candidate.contact);
      }
    }
    return result;
  }

  /** Queries so far, retries included. */
  public int queries() {
    return queries;
  }

  public int replies() {
    return replies;
  }

  /** Retries come last: while others are awaited, a late reply may make them needless. */
  private @Nullable Candidate choose() {
    Candidate fresh = choose(false);
    if (fresh != null) {
      return fresh;
    }
    for (Candidate candidate : candidates.closestFirst()) {
      if (candidate.isAwaitedFirstTime()) {
        return null;
      }
    }
    return choose(true);
  }

  /**
   * The closest to ask among those that come before the k-th candidate which has answered or may
   * still do so. One that is silent and has no retry left does not count, and so makes room for
   * another; one that has is asked again rather than replaced, which with the lookup cache saves
   * half a query.
   */
  private @Nullable Candidate choose(boolean retry) {
    int ahead = 0;
    for (Candidate candidate : candidates.closestFirst()) {
      if (candidate.isDropped() || candidate.isDistrusted()) {
        continue;
      }
      boolean eligible = retry ? candidate.mayBeRetried(settings.retries()) : candidate.isFresh();
      if (eligible && !candidates.isBlocked(candidate)) {
        return candidate;
      }
      if (candidate.isAnswered()
          || candidate.isAwaited()
          || candidate.mayBeRetried(settings.retries())) {
        ahead++;
      }
      if (ahead == settings.k()) {
        return null;
      }
    }
    return null;
  }

  private int awaited() {
    int awaited = 0;
    for (Candidate candidate : candidates.closestFirst()) {
      if (candidate.isAwaited()) {
        awaited++;
      }
    }
    return awaited;
  }

  /** Other lookups may have met closer nodes in the meantime (§2.5). */
  private void takeFromCache(long now) {
    int count = cache.closest(now, target, fromCache);
    for (int i = 0; i < count; i++) {
      // Nearly all are candidates already: their worth need not be looked up again.
      if (candidates.find(fromCache[i]) != null || worthAsking.test(fromCache[i])) {
        candidates.add(fromCache[i], null);
      }
    }
  }
}
