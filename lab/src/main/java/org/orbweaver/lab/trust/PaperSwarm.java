package org.orbweaver.lab.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The paper's simulator (§4.1, figure 2). In each cycle every peer sends one request to a random
 * other, handles what it was sent (§3.4) and crawls; at the end the cycle's feedback is added up
 * (§3.2), and whoever is at R_min or below is out.
 *
 * <p>Cooperative peers tell the truth. Malicious ones do not crawl and claim that they do, answer
 * only each other, say of every honest requester that it failed a verification and of every honest
 * peer they asked that it did not answer, and praise their like. Free riders claim and otherwise
 * behave. Idle peers say truly how little they did.
 */
final class PaperSwarm {
  enum Nature {
    COOPERATIVE,
    MALICIOUS,
    FREE_RIDER,
    IDLE
  }

  /** What a verification finds on average in the sub-partition, if the claim is true. */
  private static final double SAMPLE = 100;

  /** Of the moving mean of what requesters claim. */
  private static final double NEWEST = 0.05;

  private static final double PAGES = 10;

  private static final class PaperPeer {
    final Nature nature;
    final double speed;
    double reputation;
    double change;
    double participation;
    double mean;

    PaperPeer(Nature nature, double speed, double reputation) {
      this.nature = nature;
      this.speed = speed;
      this.reputation = reputation;
    }

    boolean lies() {
      return nature == Nature.MALICIOUS || nature == Nature.FREE_RIDER;
    }
  }

  private final PaperConstants constants;
  private final SplittableRandom random;
  private final List<PaperPeer> peers = new ArrayList<>();
  private final int[] excluded = new int[Nature.values().length];
  private long requests;
  private long verifications;
  private long allVerifications;
  private int cycle;
  private final int[] lastSeen = new int[Nature.values().length];
  private long refusedForLittle;
  private long requestsOfHonest;

  PaperSwarm(PaperConstants constants, long seed) {
    this.constants = constants;
    this.random = new SplittableRandom(seed);
  }

  /**
   * @param head how many pages it has crawled before; for a liar, would have
   */
  void join(Nature nature, int count, double head) {
    for (int i = 0; i < count; i++) {
      // Honest peers differ in what they have to give.
      double speed = nature == Nature.IDLE ? 0.5 : PAGES * (0.7 + 0.6 * random.nextDouble());
      PaperPeer peer = new PaperPeer(nature, speed, constants.initial());
      peer.participation = nature == Nature.IDLE ? 0 : head;
      peer.mean = head;
      peers.add(peer);
    }
  }

  void cycle() {
    cycle++;
    requests = 0;
    verifications = 0;
    int size = peers.size();
    for (int i = 0; i < size && size > 1; i++) {
      int other = random.nextInt(size - 1);
      request(peers.get(i), peers.get(other < i ? other : other + 1));
    }
    for (PaperPeer peer : peers) {
      // Liars' participation is what they claim: as much as the fastest could have done.
      peer.participation += peer.lies() ? PAGES * 1.3 : peer.speed;
      peer.reputation = Math.min(peer.reputation + peer.change, constants.most());
      peer.change = 0;
      if (peer.reputation <= constants.least()) {
        excluded[peer.nature.ordinal()]++;
      }
    }
    peers.removeIf(peer -> peer.reputation <= constants.least());
    peers.forEach(peer -> lastSeen[peer.nature.ordinal()] = cycle);
    allVerifications += verifications;
  }

  private void request(PaperPeer from, PaperPeer to) {
    requests++;
    boolean answered = handle(from, to);
    if (from.nature == Nature.MALICIOUS) {
      to.change += to.nature == Nature.MALICIOUS ? constants.answered() : constants.unanswered();
    } else {
      to.change += answered ? constants.answered() : constants.unanswered();
    }
  }

  private boolean handle(PaperPeer from, PaperPeer to) {
    if (to.nature == Nature.MALICIOUS) {
      boolean ally = from.nature == Nature.MALICIOUS;
      from.change += ally ? constants.passed() : constants.failed();
      return ally;
    }
    boolean enough = from.participation > constants.threshold() * to.mean;
    to.mean += NEWEST * (from.participation - to.mean);
    boolean sound = true;
    if (random.nextDouble() < constants.verification(from.reputation)) {
      verifications++;
      sound = !from.lies() && (!constants.noisy() || sampleReaches());
      from.change += sound ? constants.passed() : constants.failed();
    }
    if (!from.lies()) {
      requestsOfHonest++;
      refusedForLittle += enough ? 0 : 1;
    }
    return sound && enough;
  }

  /** Figure 1, lines 8–11: the pages of a true claim fall into the sub-partition by chance. */
  private boolean sampleReaches() {
    double found = SAMPLE + Math.sqrt(SAMPLE) * gaussian();
    return Math.round(found) >= SAMPLE;
  }

  private double gaussian() {
    double u = 1 - random.nextDouble();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random.nextDouble());
  }

  int count(Nature nature) {
    return (int) peers.stream().filter(peer -> peer.nature == nature).count();
  }

  int excluded(Nature nature) {
    return excluded[nature.ordinal()];
  }

  /** The last cycle after which one of them was still there. */
  int lastCycleOf(Nature nature) {
    return lastSeen[nature.ordinal()];
  }

  long allVerifications() {
    return allVerifications;
  }

  double meanParticipation() {
    return peers.stream().mapToDouble(peer -> peer.participation).average().orElse(0);
  }

  /** In the last cycle, for each request: without the heuristic it would be 1. */
  double verificationsPerRequest() {
    return requests == 0 ? 0 : (double) verifications / requests;
  }

  /** Of all requests of peers that say the truth, over the whole run. */
  double refusedShare() {
    return requestsOfHonest == 0 ? 0 : (double) refusedForLittle / requestsOfHonest;
  }
}
