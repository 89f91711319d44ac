package org.orbweaver.lab.trust;

import java.util.ArrayDeque;
import java.util.Deque;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Dossier;
import org.orbweaver.trust.Period;

/** A peer in {@link OurSwarm}: the product's dossier of it, and the truth, which no rule sees. */
final class OurPeer {
  /** Sites of different networks that a peer crawls. */
  static final int SITES = 500;

  /** A site where its captures are doubted, waiting for a jury. */
  record Doubt(int site, int tries) {}

  final Key id;
  final long network;
  final boolean attacker;
  final Period joined;
  final Dossier dossier = new Dossier();
  final Deque<Doubt> doubts = new ArrayDeque<>();

  /** By site: false captures that stand undisputed. Of honest peers there are none. */
  final int[] falseAt;

  /** Sites whose origin shows this peer something else than it shows others. */
  int cloakedSites;

  /** Cases about it since it was relieved. */
  int heard;

  int falsePages;
  long captures;

  /** Of those, what was fetched again when it was relieved before. */
  long lookedAt;

  long verified;
  boolean gone;
  boolean excluded;
  boolean rechecked;
  int silentUntil;
  int firstLie = Integer.MAX_VALUE;
  int goneAt = Integer.MAX_VALUE;
  int host;

  OurPeer(Key id, long network, boolean attacker, Period joined) {
    this.id = id;
    this.network = network;
    this.attacker = attacker;
    this.joined = joined;
    this.falseAt = attacker ? new int[SITES] : new int[0];
  }

  /** Names an origin; each peer crawls its own part of the web. */
  long origin(int site) {
    return network * SITES + site;
  }

  void forget() {
    java.util.Arrays.fill(falseAt, 0);
    falsePages = 0;
  }
}
