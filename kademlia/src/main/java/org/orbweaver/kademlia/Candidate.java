package org.orbweaver.kademlia;

import org.jspecify.annotations.Nullable;

/** A contact a {@link Lookup} heard of, and how it fares. */
final class Candidate {
  /** Of contacts only one source names, so many may be silent before that source is a liar. */
  private static final int SILENT_BEFORE_DISTRUST = 4;

  final Contact contact;

  /** Who named it first; null if it came from our own table or cache. */
  private final @Nullable Candidate source;

  /** The last to name it, and how many did; our own table or cache, having met it, counts twice. */
  private @Nullable Candidate lastWitness;

  private int witnesses;
  private boolean answered;
  private boolean dropped;
  private boolean stalled;
  private int asked;
  private int open;
  private int namedAndAnswered;
  private int namedAndSilent;

  Candidate(Contact contact, @Nullable Candidate source) {
    this.contact = contact;
    this.source = source;
    this.lastWitness = source;
    this.witnesses = source == null ? 2 : 1;
  }

  void ask() {
    asked++;
    open++;
    stalled = false;
  }

  void stall() {
    stalled = open > 0;
  }

  /** It answered under the ID it was named with; false if that is no news. */
  boolean answer() {
    open = Math.max(0, open - 1);
    if (answered || dropped) {
      return false;
    }
    answered = true;
    if (source != null) {
      source.namedAndAnswered++;
    }
    return true;
  }

  /** One query is over without an answer. */
  void fail(int retries) {
    open = Math.max(0, open - 1);
    if (open > 0 || answered || dropped) {
      return;
    }
    if (source != null && asked == 1) {
      source.namedAndSilent++;
    }
    if (asked > retries) {
      drop();
    }
  }

  /** Not to be asked again, but remembered, so that nobody can bring it back. */
  void drop() {
    dropped = true;
    open = 0;
  }

  void namedBy(@Nullable Candidate witness) {
    if (witness == null) {
      witnesses = Math.max(witnesses, 2);
    } else if (witness != lastWitness) {
      lastWitness = witness;
      witnesses++;
    }
  }

  boolean isDistrusted() {
    return source != null
        && witnesses == 1
        && source.namedAndAnswered == 0
        && source.namedAndSilent >= SILENT_BEFORE_DISTRUST;
  }

  boolean isAnswered() {
    return answered;
  }

  boolean isDropped() {
    return dropped;
  }

  boolean isFresh() {
    return asked == 0 && !dropped;
  }

  /** A query is under way from which an answer may be expected any moment. */
  boolean isAwaited() {
    return open > 0 && !stalled && !answered;
  }

  /** As {@link #isAwaited}, and it is the first query. */
  boolean isAwaitedFirstTime() {
    return isAwaited() && asked == 1;
  }

  /** Its last query was overdue. */
  boolean isStalled() {
    return stalled;
  }

  /** A query is under way, stalled or not. */
  boolean isOpen() {
    return open > 0 && !answered;
  }

  /**
   * Each retry takes another witness: neighbours name a live node nearly all, a dead or invented
   * one is named by few.
   */
  boolean mayBeRetried(int retries) {
    return asked > 0
        && asked <= retries
        && asked < witnesses
        && !answered
        && !dropped
        && !isAwaited();
  }
}
