package org.orbweaver.lab.trust;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.CloakingOrigins;
import org.orbweaver.trust.Docket;
import org.orbweaver.trust.Draw;
import org.orbweaver.trust.Jury;
import org.orbweaver.trust.JuryOutcome;
import org.orbweaver.trust.JuryVerdict;
import org.orbweaver.trust.Period;

/** The juries of {@link OurSwarm}: whose cases are heard, and how attackers vote in them. */
final class Courtroom {
  /**
   * A capture that somebody doubts.
   *
   * @param isTrue whether honest jurors see something else, too
   * @param all whether everybody does, because the page changed or the origin cloaks
   */
  record Doubted(
      OurPeer peer,
      OurPeer by,
      int site,
      boolean isTrue,
      boolean all,
      int tries,
      int contested,
      boolean isOfRelieved)
      implements Docket.Case {
    Doubted(OurPeer peer, OurPeer by, int site, boolean isTrue, boolean all, int tries) {
      this(peer, by, site, isTrue, all, tries, 0, false);
    }

    @Override
    public Key subject() {
      return peer.id;
    }

    @Override
    public Key accuser() {
      return by.id;
    }

    @Override
    public long origin() {
      // Sites below zero are the attackers' own, which anybody may come to crawl.
      return site < 0 ? site : peer.origin(site);
    }

    Doubted at(Period now, CloakingOrigins origins) {
      return new Doubted(
          peer, by, site, isTrue, all, tries, peer.dossier.contested(now, origins), peer.rechecked);
    }
  }

  private final Strategy strategy;
  private final long seed;
  private final Random random;
  private final CloakingOrigins origins;
  private final List<Doubted> cases = new ArrayList<>();
  private long budgeted;
  private long afterVerdicts;
  private long choices;
  private long choosings;
  private long judged;
  private long upheld;

  Courtroom(Strategy strategy, long seed, Random random, CloakingOrigins origins) {
    this.strategy = strategy;
    this.seed = seed;
    this.random = random;
    this.origins = origins;
  }

  void bring(Doubted each) {
    if (!each.peer.dossier.isContradictedAt(each.origin())) {
      cases.add(each);
    }
  }

  /**
   * Hears what the docket lets in; what it does not goes back to the relieved peer's doubts.
   *
   * @return those upheld
   */
  List<Doubted> judge(Period now, Voters voters, long budget) {
    budgeted = 0;
    afterVerdicts = 0;
    Collections.shuffle(cases, random);
    List<Doubted> looked = new ArrayList<>();
    for (Doubted each : cases) {
      looked.add(each.at(now, origins));
    }
    cases.clear();
    List<Doubted> heard = Docket.heard(looked, budget);
    Set<Doubted> left = Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    left.addAll(looked);
    List<Doubted> convicted = new ArrayList<>();
    for (Doubted each : heard) {
      left.remove(each);
      if (each.isOfRelieved()) {
        each.peer.heard++;
        afterVerdicts += each.seats();
      } else {
        budgeted += each.seats();
      }
      JuryOutcome outcome = decide(each, now, voters);
      if (outcome == JuryOutcome.UPHELD) {
        convicted.add(each);
      } else if (outcome != null && each.isOfRelieved() && each.tries + 1 < Docket.TRIES) {
        each.peer.doubts.add(new OurPeer.Doubt(each.site, each.tries + 1));
      }
    }
    for (Doubted each : left) {
      if (each.isOfRelieved() && !each.peer.dossier.isContradictedAt(each.origin())) {
        each.peer.doubts.add(new OurPeer.Doubt(each.site, each.tries));
      }
    }
    return convicted;
  }

  /** Fetches of the last period's juries about members. */
  long budgeted() {
    return budgeted;
  }

  /** Fetches of the last period's juries about what second looks found. */
  long afterVerdicts() {
    return afterVerdicts;
  }

  private @Nullable JuryOutcome decide(Doubted each, Period now, Voters voters) {
    Key about = Key.random(random);
    Grinding witnesses = new Grinding(voters, now, about, each.peer.network, seed);
    // To save a liar it does not pay: who keeps its number back loses the seats that save more.
    boolean interested = !each.all && (each.by.attacker || strategy == Strategy.GRIND_THE_DRAW);
    JuryOutcome outcome = null;
    int withheld = 0;
    for (int subset : interested ? witnesses.choices() : List.of(0)) {
      JuryOutcome possible = outcome(each, witnesses.draw(subset), voters);
      if (outcome == null || (wanted(each, possible) && !wanted(each, outcome))) {
        outcome = possible;
        withheld = subset;
      }
      if (interested && wanted(each, outcome)) {
        break;
      }
    }
    witnesses.silence(withheld);
    choices += witnesses.choices().size();
    choosings++;
    if (outcome == null) {
      return null;
    }
    judged++;
    upheld += outcome == JuryOutcome.UPHELD ? 1 : 0;
    JuryVerdict verdict =
        new JuryVerdict(now, each.peer.id, each.peer.network, each.by.id, each.origin(), outcome);
    each.peer.dossier.judged(verdict);
    each.by.dossier.accused(verdict);
    origins.add(verdict);
    return outcome;
  }

  private JuryOutcome outcome(Doubted each, Draw draw, Voters voters) {
    int[] jury =
        voters.electorate.drawPlaces(
            draw,
            each.seats(),
            network -> network == each.peer.network || network == each.by.network);
    if (jury.length < each.seats()) {
      return JuryOutcome.HUNG;
    }
    int hostile = 0;
    for (int place : jury) {
      hostile += voters.at(place).attacker ? 1 : 0;
    }
    int honest = jury.length - hostile;
    if (each.all) {
      return Jury.decide(honest + hostile, 0, each.seats());
    }
    return each.isTrue
        ? Jury.decide(honest, hostile, each.seats())
        : Jury.decide(hostile, honest, each.seats());
  }

  /** What the attackers want of a case. */
  private static boolean wanted(Doubted each, JuryOutcome outcome) {
    return each.peer.attacker ? outcome != JuryOutcome.UPHELD : outcome == JuryOutcome.UPHELD;
  }

  double outcomesToChooseFrom() {
    return choosings == 0 ? 0 : (double) choices / choosings;
  }

  double upheldShare() {
    return judged == 0 ? 0 : (double) upheld / judged;
  }
}
