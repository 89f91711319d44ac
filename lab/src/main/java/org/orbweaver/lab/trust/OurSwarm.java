package org.orbweaver.lab.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Checking;
import org.orbweaver.trust.CloakingOrigins;
import org.orbweaver.trust.Dossier;
import org.orbweaver.trust.Draw;
import org.orbweaver.trust.Elector;
import org.orbweaver.trust.Electorate;
import org.orbweaver.trust.Jury;
import org.orbweaver.trust.JuryOutcome;
import org.orbweaver.trust.JuryVerdict;
import org.orbweaver.trust.Opening;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Quota;
import org.orbweaver.trust.Standing;
import org.orbweaver.trust.Witnesses;

/**
 * A thousand peers under the product's rules, and attackers that know them. Draws, juries,
 * dossiers, quotas and standings are the classes of {@code org.orbweaver.trust}; only captures are
 * numbers here instead of pages, because what matters of them is whether they are false.
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

  private static final int CASES_OF_A_SUBJECT = 16;
  private static final int CASES_OF_AN_ACCUSER = 2;
  private static final int TRIES = 3;

  /** Of a peer that is not relieved: newcomers come by the hundred, and juries are dear. */
  private static final int CASES_OF_A_MEMBER = 1;

  /** Of one run; shares are of the honest, of the liars, or of all captures. */
  record Outcomes(
      double honestExcluded,
      double honestRelieved,
      double liarsLeftAt50,
      double liarsLeft,
      double liarsRelieved,
      double falsePer10000,
      double peakFalsePer10000,
      double extraFetchShare,
      double refetchShare,
      double honestDisputedPer10000,
      double periodsToExclusion,
      double outcomesToChooseFrom,
      double upheldShare) {}

  private record Case(
      OurPeer subject, OurPeer accuser, int site, boolean isTrue, boolean all, int tries) {}

  private final Strategy strategy;
  private final Checking checking;
  private final Random random;
  private final long seed;
  private final List<OurPeer> peers = new ArrayList<>();
  private final Map<Key, OurPeer> byId = new HashMap<>();
  private final Map<Long, Integer> siblings = new HashMap<>();
  private final CloakingOrigins origins = new CloakingOrigins();
  private final List<Case> cases = new ArrayList<>();
  private final int attackers;
  private Electorate electorate = new Electorate(List.of());
  private int now = START;
  private long networks;
  private long captures;
  private long extra;
  private long refetched;
  private long disputedHonest;
  private long choices;
  private long choosings;
  private long judged;
  private long upheld;
  private double peak;
  private final long[] spentIn = new long[PERIODS];
  private final long[] workIn = new long[PERIODS];
  private int liars;
  private int liarsLeftAt50 = -1;
  private int honestEverExcluded;
  private final Set<OurPeer> honestEverRelieved = new HashSet<>();

  OurSwarm(Strategy strategy, double share, Checking checking, long seed) {
    this.strategy = strategy;
    this.checking = checking;
    this.seed = seed;
    random = new Random(seed);
    attackers = (int) Math.round(share * PEERS);
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

  Outcomes run() {
    for (int i = 0; i < PERIODS; i++) {
      now++;
      step();
      if (i == 49 + strategy.after) {
        liarsLeftAt50 = liarsLeft();
        liars = liarKeys();
      }
    }
    return outcomes();
  }

  private void step() {
    List<Elector> electors = new ArrayList<>();
    for (OurPeer peer : peers) {
      if (!peer.gone && peer.silentUntil <= now && !isRelieved(peer)) {
        electors.add(
            new Elector(peer.id, peer.network, Quota.places(peer.dossier.verified(period()))));
      }
      peer.openCases = 0;
    }
    electorate = new Electorate(electors);
    cases.clear();
    long before = captures;
    long extraBefore = extra;
    for (OurPeer peer : List.copyOf(peers)) {
      if (!peer.gone) {
        if (isRelieved(peer)) {
          doubtFurther(peer);
        } else {
          work(peer);
        }
      }
    }
    judge(budget(captures - before, extra - extraBefore));
    spentIn[now - START - 1] = extra - extraBefore;
    workIn[now - START - 1] = captures - before;
    for (OurPeer peer : List.copyOf(peers)) {
      if (!peer.gone) {
        draw(peer);
      }
    }
    peers.removeIf(peer -> peer.gone && peer.excluded && !peer.attacker);
    peak = Math.max(peak, 1e4 * falsePages() / Math.max(1, captures));
  }

  /** What juries may cost now; before the run there were as many quiet periods. */
  private long budget(long work, long spent) {
    double allWork = work;
    double allSpent = spent;
    for (int i = 0; i < now - START - 1; i++) {
      allWork += workIn[i];
      allSpent += spentIn[i];
    }
    int quiet = Period.TESTIMONY_LASTS - (now - START);
    allWork += (double) quiet * PEERS * WORK;
    allSpent += quiet * Checking.FLOOR * PEERS * WORK;
    return (long)
        Math.min(Checking.MOST_EXTRA * allWork - allSpent, Checking.MOST_AT_ONCE * work - spent);
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
    captures += count;
    peer.captures += count;
    int[] lies = lies(peer, count);
    int checks =
        Math.min(count, atRandom(checking.checks(peer.dossier.sinceContradicted(), count)));
    extra += checks;
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
    List<OurPeer> witnesses = witnesses(peer.id, peer.network);
    boolean grinds = strategy == Strategy.GRIND_THE_DRAW;
    if (foreseen(witnesses)) {
      return 0;
    }
    List<OurPeer> mine = grinds ? mine(witnesses) : List.of();
    Draw draw = null;
    int fewest = Integer.MAX_VALUE;
    int withheld = 0;
    for (int subset : subsets(mine.size())) {
      Draw each = Draw.of(period(), peer.id, openings(witnesses, mine, subset));
      int hits = hits(each, peer, count, lies.length, checks);
      if (hits < fewest) {
        fewest = hits;
        draw = each;
        withheld = subset;
      }
      if (fewest == 0) {
        break;
      }
    }
    silence(mine, withheld);
    return draw == null ? 0 : accuse(draw, peer, count, lies, checks);
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
          bring(new Case(peer, checker, lies[index], true, false, 0));
        }
      }
    }
    return doubts;
  }

  /** An honest peer's captures are doubted if a page changed, an origin cloaks, or by slander. */
  private int doubted(OurPeer peer, int checks) {
    int doubts = 0;
    if (strategy.slanders()) {
      Draw draw =
          Draw.of(period(), peer.id, openings(witnesses(peer.id, peer.network), List.of(), 0));
      for (int i = 0; i < checks; i++) {
        OurPeer checker = checker(draw, i, peer);
        if (checker != null && checker.attacker && checker.dossier.mayAccuse(period())) {
          doubts++;
          disputedHonest++;
          int site = draw.number(i, OurPeer.SITES);
          bring(new Case(peer, checker, site, false, false, 0));
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
        disputedHonest++;
        bring(new Case(peer, checker, site, true, true, 0));
      }
    }
    return doubts;
  }

  private void bring(Case each) {
    // Who wants more than this judged in a period only has the pages shown as disputed.
    if (each.accuser.openCases < CASES_OF_AN_ACCUSER
        && !each.subject.dossier.isContradictedAt(origin(each))) {
      each.accuser.openCases++;
      cases.add(each);
    }
  }

  private static long origin(Case each) {
    // Sites below zero are the attackers' own, which anybody may come to crawl.
    return each.site < 0 ? each.site : each.subject.origin(each.site);
  }

  /** What the second look at a relieved peer's work found goes before juries, bit by bit. */
  private void doubtFurther(OurPeer peer) {
    for (int i = 0; i < CASES_OF_A_SUBJECT && !peer.doubts.isEmpty(); i++) {
      OurPeer.Doubt doubt = peer.doubts.poll();
      OurPeer checker = anybody();
      if (checker != null && !checker.attacker) {
        cases.add(new Case(peer, checker, doubt.site(), true, !peer.attacker, doubt.tries()));
      } else {
        peer.doubts.add(doubt);
      }
    }
  }

  private void judge(long budget) {
    Collections.shuffle(cases, random);
    Map<OurPeer, Integer> contested = new HashMap<>();
    for (Case each : cases) {
      contested.computeIfAbsent(each.subject, it -> it.dossier.contested(period(), origins));
    }
    cases.sort(Comparator.comparingInt((Case each) -> -contested.getOrDefault(each.subject, 0)));
    Map<OurPeer, Integer> heard = new HashMap<>();
    long left = budget;
    for (Case each : cases) {
      boolean again = each.subject.dossier.isContradictedAt(origin(each));
      if (again
          || left < Jury.SEATS
          || heard.merge(each.subject, 1, Integer::sum) > most(each.subject)) {
        if (!again && isRelieved(each.subject)) {
          each.subject.doubts.add(new OurPeer.Doubt(each.site, each.tries));
        }
        continue;
      }
      left -= Jury.SEATS;
      extra += Jury.SEATS;
      decide(each);
    }
  }

  private int most(OurPeer subject) {
    return isRelieved(subject) ? CASES_OF_A_SUBJECT : CASES_OF_A_MEMBER;
  }

  private void decide(Case each) {
    Key about = Key.random(random);
    List<OurPeer> witnesses = witnesses(about, each.subject.network);
    List<OurPeer> mine = mine(witnesses);
    // To save a liar it does not pay: who keeps its number back loses the seats that save more.
    boolean interested =
        !each.all && (each.accuser.attacker || strategy == Strategy.GRIND_THE_DRAW);
    JuryOutcome outcome = null;
    int withheld = 0;
    for (int subset : subsets(interested ? mine.size() : 0)) {
      Draw draw = Draw.of(period(), about, openings(witnesses, mine, subset));
      JuryOutcome possible = outcome(each, draw);
      if (outcome == null || better(each, possible, outcome)) {
        outcome = possible;
        withheld = subset;
      }
      if (interested && wanted(each, outcome)) {
        break;
      }
    }
    silence(mine, withheld);
    choices += 1L << mine.size();
    choosings++;
    if (outcome == null) {
      return;
    }
    judged++;
    JuryVerdict verdict =
        new JuryVerdict(
            period(),
            each.subject.id,
            each.subject.network,
            each.accuser.id,
            origin(each),
            outcome);
    each.subject.dossier.judged(verdict);
    each.accuser.dossier.accused(verdict);
    origins.add(verdict);
    if (outcome == JuryOutcome.UPHELD) {
      upheld++;
      replaceSite(each);
    } else if (isRelieved(each.subject) && each.tries + 1 < TRIES) {
      each.subject.doubts.add(new OurPeer.Doubt(each.site, each.tries + 1));
    }
  }

  /** The host is another peer's from now on, and what this one brought of it is fetched again. */
  private void replaceSite(Case each) {
    OurPeer peer = each.subject;
    refetched += peer.captures / OurPeer.SITES;
    if (peer.attacker && each.site >= 0) {
      peer.falsePages -= peer.falseAt[each.site];
      peer.falseAt[each.site] = 0;
      if (each.site == peer.host) {
        peer.host = (peer.host + 1) % OurPeer.SITES;
      }
    }
  }

  private JuryOutcome outcome(Case each, Draw draw) {
    Jury jury = Jury.of(draw, electorate, barred(each));
    int hostile = 0;
    for (Elector juror : jury.jurors()) {
      OurPeer peer = byId.get(juror.id());
      hostile += peer != null && peer.attacker ? 1 : 0;
    }
    int honest = jury.jurors().size() - hostile;
    if (!jury.isFull()) {
      return JuryOutcome.HUNG;
    }
    if (each.all) {
      return Jury.decide(honest + hostile, 0);
    }
    return each.isTrue ? Jury.decide(honest, hostile) : Jury.decide(hostile, honest);
  }

  private static Set<Long> barred(Case each) {
    Set<Long> barred = new HashSet<>();
    barred.add(each.subject.network);
    barred.add(each.accuser.network);
    return barred;
  }

  /** What the attackers want of a case. */
  private static boolean wanted(Case each, JuryOutcome outcome) {
    return each.subject.attacker ? outcome != JuryOutcome.UPHELD : outcome == JuryOutcome.UPHELD;
  }

  private static boolean better(Case each, JuryOutcome one, JuryOutcome than) {
    return wanted(each, one) && !wanted(each, than);
  }

  /** What follows for a peer from the period's verdicts. */
  private void draw(OurPeer peer) {
    if (strategy == Strategy.WHITEWASH
        && peer.attacker
        && peer.dossier.contested(period(), origins) > 0) {
      // Who leaves with a verdict against it is treated as if it were out: all is fetched anew.
      refetched += peer.captures;
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
        refetched += peer.captures;
        peer.forget();
        peer.gone = true;
        peer.excluded = true;
        peer.goneAt = now;
        honestEverExcluded += peer.attacker ? 0 : 1;
      }
      case Standing.Relieved relieved -> {
        if (!peer.rechecked) {
          recheck(peer);
          peer.rechecked = true;
          if (!peer.attacker) {
            honestEverRelieved.add(peer);
          }
        } else if (peer.doubts.isEmpty()) {
          if (peer.found < Dossier.CLEARED_BELOW) {
            peer.dossier.cleared(period());
          } else {
            peer.dossier.paroled(period());
          }
          peer.rechecked = false;
        }
      }
      case Standing.Member member -> peer.rechecked = false;
    }
  }

  /** Everything that it brought is fetched again, a part of it by its friends. */
  private void recheck(OurPeer peer) {
    refetched += peer.captures;
    peer.found = 0;
    double seen = 1 - hostileShare();
    if (!peer.attacker) {
      peer.found = atRandom(peer.captures * CHANGED);
      for (int site = 0; site < peer.cloakedSites; site++) {
        if (!peer.dossier.isContradictedAt(peer.origin(site))) {
          peer.doubts.add(new OurPeer.Doubt(site, 0));
          peer.found++;
        }
      }
      return;
    }
    for (int site = 0; site < OurPeer.SITES; site++) {
      int found = 0;
      for (int i = 0; i < peer.falseAt[site]; i++) {
        found += random.nextDouble() < seen ? 1 : 0;
      }
      if (found > 0) {
        peer.falseAt[site] -= found;
        peer.falsePages -= found;
        if (!peer.dossier.isContradictedAt(peer.origin(site))) {
          peer.found++;
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
    return electorate.isEmpty() ? null : byId.get(electorate.closest(Key.random(random)).id());
  }

  private @Nullable OurPeer checker(Draw draw, int index, OurPeer subject) {
    if (electorate.isEmpty()) {
      return null;
    }
    OurPeer peer = byId.get(electorate.closest(draw.point(index)).id());
    return peer == null || peer.network == subject.network ? null : peer;
  }

  private List<OurPeer> witnesses(Key about, long network) {
    List<OurPeer> witnesses = new ArrayList<>();
    for (Elector each : Witnesses.of(electorate, period(), about, network)) {
      OurPeer peer = byId.get(each.id());
      if (peer != null) {
        witnesses.add(peer);
      }
    }
    return witnesses;
  }

  /** All witnesses are theirs: they knew the draw before they committed. */
  private static boolean foreseen(List<OurPeer> witnesses) {
    return !witnesses.isEmpty() && witnesses.stream().allMatch(each -> each.attacker);
  }

  /** Those who may still keep their number back. */
  private List<OurPeer> mine(List<OurPeer> witnesses) {
    return witnesses.stream().filter(each -> each.attacker && each.silentUntil <= now).toList();
  }

  /** All choices of whom to keep back, the cheapest first. */
  private static List<Integer> subsets(int size) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 1 << size; i++) {
      all.add(i);
    }
    all.sort(Comparator.comparingInt(Integer::bitCount));
    return all;
  }

  private List<Opening> openings(List<OurPeer> witnesses, List<OurPeer> mine, int withheld) {
    List<Opening> openings = new ArrayList<>();
    for (OurPeer each : witnesses) {
      int index = mine.indexOf(each);
      boolean silent = index < 0 ? each.silentUntil > now : (withheld >>> index & 1) != 0;
      if (!silent) {
        long number = (each.id.high() ^ seed) * 0x9E3779B97F4A7C15L + now;
        openings.add(new Opening(each.id, ByteBuffer.allocate(Long.BYTES).putLong(number).array()));
      }
    }
    return openings;
  }

  private void silence(List<OurPeer> mine, int withheld) {
    for (int i = 0; i < mine.size(); i++) {
      if ((withheld >>> i & 1) != 0) {
        mine.get(i).silentUntil = now + Witnesses.SILENCED;
      }
    }
  }

  /** A whole number whose mean is this. */
  private int atRandom(double mean) {
    int whole = (int) mean;
    return whole + (random.nextDouble() < mean - whole ? 1 : 0);
  }

  private long falsePages() {
    long sum = 0;
    for (OurPeer peer : peers) {
      sum += peer.attacker ? peer.falsePages : 0;
    }
    return sum;
  }

  /** Keys that lied for long enough to be judged by it: all of them, if there are no newcomers. */
  private int liarKeys() {
    return (int) peers.stream().filter(each -> each.firstLie <= now).count();
  }

  private int liarsLeft() {
    return (int) peers.stream().filter(each -> each.firstLie <= now && !each.gone).count();
  }

  private Outcomes outcomes() {
    int honest = PEERS - attackers;
    long relievedLiars =
        peers.stream().filter(each -> each.attacker && !each.gone && each.rechecked).count();
    int allLiars = liarKeys();
    double time =
        peers.stream()
            .filter(each -> each.attacker && each.excluded)
            .mapToInt(each -> each.goneAt - Math.min(each.firstLie, each.goneAt))
            .average()
            .orElse(0);
    return new Outcomes(
        (double) honestEverExcluded / honest,
        (double) honestEverRelieved.size() / honest,
        liars == 0 ? 0 : (double) liarsLeftAt50 / liars,
        allLiars == 0 ? 0 : (double) liarsLeft() / allLiars,
        allLiars == 0 ? 0 : (double) relievedLiars / allLiars,
        1e4 * falsePages() / captures,
        peak,
        (double) extra / captures,
        (double) refetched / captures,
        1e4 * disputedHonest / captures,
        time,
        choosings == 0 ? 0 : (double) choices / choosings,
        judged == 0 ? 0 : (double) upheld / judged);
  }
}
