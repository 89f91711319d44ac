package org.orbweaver.lab.trust;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.lab.trust.Courtroom.Doubted;
import org.orbweaver.trust.Checking;
import org.orbweaver.trust.CloakingOrigins;
import org.orbweaver.trust.Docket;
import org.orbweaver.trust.Dossier;
import org.orbweaver.trust.Draw;
import org.orbweaver.trust.Elector;
import org.orbweaver.trust.Electorate;
import org.orbweaver.trust.FetchBudget;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Quota;
import org.orbweaver.trust.Reckoning;
import org.orbweaver.trust.Standing;

/**
 * A thousand peers under the product's rules, and attackers that know them. Draws, juries,
 * dossiers, dockets, quotas and standings are the classes of {@code org.orbweaver.trust}; only
 * captures are numbers here instead of pages, because what matters of them is whether they are
 * false.
 *
 * <p>In the attackers' favour: withheld numbers change only the draw they were withheld for;
 * colluding jurors always agree; who is checked again after a verdict may be checked by them.
 */
final class OurSwarm {
  static final int PEERS = 1000;
  static final int PERIODS = 100;

  /** Captures of a peer that has earned its quota: one in a minute and a half. */
  static final int WORK = 1000;

  private static final int START = 20_000;
  private static final int EARNED = 5_000;

  /** Honest captures that a check takes for false because the page changed and did not show it. */
  private static final double CHANGED = 2e-5;

  private final Strategy strategy;
  private final Checking checking;
  private final Random random;
  private final long seed;
  private final List<OurPeer> peers = new ArrayList<>();
  private final Map<Key, OurPeer> byId = new HashMap<>();
  private final Map<Long, Integer> siblings = new HashMap<>();
  private final CloakingOrigins origins = new CloakingOrigins();
  private final Courtroom courtroom;
  private final FetchBudget budget = new FetchBudget();
  private final int attackers;
  private Voters voters = Voters.NOBODY;
  private int now = START;
  private long networks;
  private final Tally tally;

  OurSwarm(Strategy strategy, double share, Checking checking, long seed) {
    this.strategy = strategy;
    this.checking = checking;
    this.seed = seed;
    random = new Random(seed);
    courtroom = new Courtroom(strategy, seed, random, origins);
    attackers = (int) Math.round(share * PEERS);
    tally = new Tally(peers, PEERS - attackers);
    for (int i = 0; i < PEERS; i++) {
      boolean attacker = i < attackers;
      boolean shared = attacker && strategy == Strategy.SYBILS_OF_ONE_NETWORK;
      OurPeer peer = join(shared ? 0 : ++networks, attacker);
      if (!(attacker && strategy.begins())) {
        peer.dossier.verified(period(), EARNED);
        peer.verified = EARNED;
      }
    }
    if (strategy == Strategy.CLOAKING_ORIGIN || strategy == Strategy.CLOAKING_THINLY) {
      int each = strategy == Strategy.CLOAKING_ORIGIN ? Dossier.EXCLUDED_AT : Dossier.RELIEVED_AT;
      int left = attackers;
      for (int i = attackers; i < PEERS && left >= each; i++) {
        peers.get(i).cloakedSites = each;
        left -= each;
      }
    }
  }

  private Period period() {
    return new Period(now);
  }

  private OurPeer join(long network, boolean attacker) {
    OurPeer peer = new OurPeer(Key.random(random), network, attacker, period());
    peers.add(peer);
    byId.put(peer.id, peer);
    siblings.merge(network, 1, Integer::sum);
    return peer;
  }

  Tally.Outcomes run() {
    for (int i = 0; i < PERIODS; i++) {
      now++;
      step();
      if (i == 49 + strategy.after) {
        tally.halfTime(now);
      }
    }
    return tally.outcomes(now, courtroom);
  }

  private void step() {
    List<Elector> electors = new ArrayList<>();
    for (OurPeer peer : peers) {
      if (!peer.gone && peer.silentUntil <= now && !isRelieved(peer)) {
        electors.add(
            new Elector(peer.id, peer.network, Quota.places(peer.dossier.verified(period()))));
      }
    }
    voters = new Voters(new Electorate(electors), byId);
    long before = tally.captures;
    long extraBefore = tally.extra;
    for (OurPeer peer : List.copyOf(peers)) {
      if (!peer.gone) {
        if (isRelieved(peer)) {
          doubtFurther(peer);
        } else {
          work(peer);
        }
      }
    }
    budget.worked(period(), tally.captures - before);
    budget.spent(period(), tally.extra - extraBefore);
    courtroom.judge(period(), voters, budget.left(period())).forEach(this::replaceSite);
    budget.spent(period(), courtroom.budgeted());
    tally.extra += courtroom.budgeted();
    tally.refetched += courtroom.afterVerdicts();
    for (OurPeer peer : List.copyOf(peers)) {
      if (!peer.gone) {
        draw(peer);
      }
    }
    peers.removeIf(peer -> peer.gone && peer.excluded && !peer.attacker);
    tally.periodEnds();
  }

  private boolean isRelieved(OurPeer peer) {
    return peer.rechecked;
  }

  /** Its captures of the period, and the checks of them. */
  private void work(OurPeer peer) {
    int verified = peer.dossier.verified(period());
    int count = Math.min(WORK, Quota.captures(verified, siblings.getOrDefault(peer.network, 1)));
    if (count == 0) {
      return;
    }
    tally.captures += count;
    peer.captures += count;
    int[] lies = lies(peer, count);
    int checks =
        Math.min(count, atRandom(checking.checks(peer.dossier.sinceContradicted(), count)));
    tally.extra += checks;
    int good = checks;
    if (peer.attacker) {
      if (lies.length > 0) {
        good -= found(peer, count, lies, checks);
      }
    } else {
      good -= doubted(peer, checks);
    }
    peer.dossier.verified(period(), good);
  }

  private int[] lies(OurPeer peer, int count) {
    int since = now - peer.joined.number();
    boolean behaves = strategy.lies == 0 || since <= strategy.after;
    if (!peer.attacker || behaves) {
      return new int[0];
    }
    int[] sites = new int[Math.min(count, atRandom(count * strategy.lies))];
    for (int i = 0; i < sites.length; i++) {
      sites[i] =
          switch (strategy) {
            case ALTER_ONE_HOST -> peer.host;
            case ALTER_FEW_HOSTS -> random.nextInt(Dossier.EXCLUDED_AT - 1);
            default -> random.nextInt(OurPeer.SITES);
          };
      if (peer.dossier.isContradictedAt(peer.origin(sites[i]))) {
        // That host is another peer's now.
        sites[i] = random.nextInt(OurPeer.SITES);
      }
      peer.falseAt[sites[i]]++;
      peer.falsePages++;
    }
    if (sites.length > 0) {
      peer.firstLie = Math.min(peer.firstLie, now);
    }
    return sites;
  }

  /** Which of an attacker's lies are drawn, and by whom; returns how many somebody doubts. */
  private int found(OurPeer peer, int count, int[] lies, int checks) {
    Grinding witnesses = witnesses(peer);
    if (witnesses.isForeseen()) {
      return 0;
    }
    Draw draw = null;
    int fewest = Integer.MAX_VALUE;
    int withheld = 0;
    boolean grinds = strategy == Strategy.GRIND_THE_DRAW;
    for (int subset : grinds ? witnesses.choices() : List.of(0)) {
      Draw each = witnesses.draw(subset);
      int hits = grinds ? hits(each, peer, count, lies.length, checks) : 0;
      if (hits < fewest) {
        fewest = hits;
        draw = each;
        withheld = subset;
      }
      if (fewest == 0) {
        break;
      }
    }
    witnesses.silence(withheld);
    return draw == null ? 0 : accuse(draw, peer, count, lies, checks);
  }

  private Grinding witnesses(OurPeer peer) {
    return new Grinding(voters, period(), peer.id, peer.network, seed);
  }

  private int hits(Draw draw, OurPeer peer, int count, int lies, int checks) {
    int hits = 0;
    for (int i = 0; i < checks; i++) {
      if (draw.number(i, count) < lies) {
        OurPeer checker = checker(draw, i, peer);
        hits += checker != null && !checker.attacker ? 1 : 0;
      }
    }
    return hits;
  }

  private int accuse(Draw draw, OurPeer peer, int count, int[] lies, int checks) {
    int doubts = 0;
    for (int i = 0; i < checks; i++) {
      int index = draw.number(i, count);
      if (index < lies.length) {
        OurPeer checker = checker(draw, i, peer);
        if (checker != null && !checker.attacker && checker.dossier.mayAccuse(period())) {
          doubts++;
          if (peer.falseAt[lies[index]] > 0) {
            peer.falseAt[lies[index]]--;
            peer.falsePages--;
          }
          courtroom.bring(new Doubted(peer, checker, lies[index], true, false, 0));
        }
      }
    }
    return doubts;
  }

  /** An honest peer's captures are doubted if a page changed, an origin cloaks, or by slander. */
  private int doubted(OurPeer peer, int checks) {
    int doubts = 0;
    if (strategy.slanders()) {
      Draw draw = witnesses(peer).draw();
      for (int i = 0; i < checks; i++) {
        OurPeer checker = checker(draw, i, peer);
        if (checker != null && checker.attacker && checker.dossier.mayAccuse(period())) {
          doubts++;
          tally.disputedHonest++;
          int site = draw.number(i, OurPeer.SITES);
          courtroom.bring(new Doubted(peer, checker, site, false, false, 0));
        }
      }
    }
    double cloaked = (double) peer.cloakedSites / OurPeer.SITES;
    double edited =
        strategy == Strategy.EDITING_ORIGIN ? (double) attackers / (PEERS * OurPeer.SITES) : 0;
    int differing = atRandom(checks * (CHANGED + cloaked + edited));
    for (int i = 0; i < differing; i++) {
      OurPeer checker = anybody();
      double which = random.nextDouble() * (CHANGED + cloaked + edited);
      int site =
          which < cloaked
              ? random.nextInt(Math.max(1, peer.cloakedSites))
              : which < cloaked + edited
                  ? -1 - random.nextInt(Math.max(1, attackers))
                  : random.nextInt(OurPeer.SITES);
      if (checker != null && checker.dossier.mayAccuse(period())) {
        doubts++;
        tally.disputedHonest++;
        courtroom.bring(new Doubted(peer, checker, site, true, true, 0));
      }
    }
    return doubts;
  }

  /** What the second look at a relieved peer's work found goes before juries, bit by bit. */
  private void doubtFurther(OurPeer peer) {
    for (int i = 0; i < Docket.OF_A_RELIEVED && !peer.doubts.isEmpty(); i++) {
      if (peer.heard >= Docket.OF_A_REVIEW) {
        peer.doubts.clear();
        break;
      }
      OurPeer.Doubt doubt = peer.doubts.poll();
      OurPeer checker = anybody();
      if (checker != null && !checker.attacker) {
        courtroom.bring(
            new Doubted(peer, checker, doubt.site(), true, !peer.attacker, doubt.tries()));
      } else {
        peer.doubts.add(doubt);
      }
    }
    for (int i = 0; i < Docket.OF_A_RELIEVED && strategy.slanders() && !peer.attacker; i++) {
      OurPeer checker = anybody();
      if (checker != null && checker.attacker && checker.dossier.mayAccuse(period())) {
        int site = random.nextInt(OurPeer.SITES);
        courtroom.bring(new Doubted(peer, checker, site, false, false, 0));
      }
    }
  }

  /** The host is another peer's from now on, and what this one brought of it is fetched again. */
  private void replaceSite(Doubted each) {
    OurPeer peer = each.peer();
    tally.refetched += peer.captures / OurPeer.SITES;
    if (peer.attacker && each.site() >= 0) {
      peer.falsePages -= peer.falseAt[each.site()];
      peer.falseAt[each.site()] = 0;
      if (each.site() == peer.host) {
        peer.host = (peer.host + 1) % OurPeer.SITES;
      }
    }
  }

  /** What follows for a peer from the period's verdicts. */
  private void draw(OurPeer peer) {
    if (strategy == Strategy.WHITEWASH
        && peer.attacker
        && peer.dossier.contested(period(), origins) > 0) {
      // Who leaves with a verdict against it is treated as if it were out: all is fetched anew.
      tally.refetched += peer.captures;
      peer.forget();
      peer.gone = true;
      peer.goneAt = now;
      siblings.merge(peer.network, -1, Integer::sum);
      join(peer.network, true);
      return;
    }
    Standing standing = peer.dossier.standing(period(), origins);
    switch (standing) {
      case Standing.Excluded excluded -> {
        tally.refetched += peer.captures;
        peer.forget();
        peer.gone = true;
        peer.excluded = true;
        peer.goneAt = now;
        tally.honestEverExcluded += peer.attacker ? 0 : 1;
      }
      case Standing.Relieved relieved -> {
        if (!peer.rechecked) {
          recheck(peer);
          peer.rechecked = true;
          if (!peer.attacker) {
            tally.honestEverRelieved.add(peer);
          }
        } else if (peer.doubts.isEmpty()) {
          if (peer.dossier.contested(period(), origins) < Dossier.CLEARED_BELOW) {
            peer.dossier.cleared(period());
          } else {
            peer.dossier.paroled(period());
            peer.forget(); // all that it brought stays disputed
          }
          peer.rechecked = false;
          peer.heard = 0;
        }
      }
      case Standing.Member member -> peer.rechecked = false;
    }
  }

  /** Everything that it brought is fetched again by several, here and there all its friends. */
  private void recheck(OurPeer peer) {
    tally.refetched += Reckoning.SECOND_LOOKS * (peer.captures - peer.lookedAt);
    peer.lookedAt = peer.captures;
    double seen = 1 - Math.pow(hostileShare(), Reckoning.SECOND_LOOKS);
    if (!peer.attacker) {
      for (int site = 0; site < peer.cloakedSites; site++) {
        if (!peer.dossier.isContradictedAt(peer.origin(site))) {
          peer.doubts.add(new OurPeer.Doubt(site, 0));
        }
      }
      int changed = atRandom(peer.captures * CHANGED);
      for (int i = 0; i < changed; i++) {
        peer.doubts.add(new OurPeer.Doubt(random.nextInt(OurPeer.SITES), 0));
      }
      return;
    }
    for (int site = 0; site < OurPeer.SITES; site++) {
      int found = 0;
      for (int i = 0; i < peer.falseAt[site]; i++) {
        found += random.nextDouble() < seen ? 1 : 0;
      }
      peer.falseAt[site] = 0; // what all overlooked is not looked at again, and stands
      if (found > 0) {
        peer.falsePages -= found;
        if (!peer.dossier.isContradictedAt(peer.origin(site))) {
          peer.doubts.add(new OurPeer.Doubt(site, 0));
        }
      }
    }
  }

  private double hostileShare() {
    int hostile = 0;
    int sample = 200;
    for (int i = 0; i < sample; i++) {
      OurPeer peer = anybody();
      hostile += peer != null && peer.attacker ? 1 : 0;
    }
    return (double) hostile / sample;
  }

  private @Nullable OurPeer anybody() {
    return voters.closest(Key.random(random));
  }

  private @Nullable OurPeer checker(Draw draw, int index, OurPeer subject) {
    OurPeer peer = voters.closest(draw.point(index));
    return peer == null || peer.network == subject.network ? null : peer;
  }

  /** A whole number whose mean is this. */
  private int atRandom(double mean) {
    int whole = (int) mean;
    return whole + (random.nextDouble() < mean - whole ? 1 : 0);
  }
}
