package org.orbweaver.lab.trust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lab.TrustSwarm;
import org.orbweaver.overlay.lab.TrustSwarm.Conduct;
import org.orbweaver.overlay.lab.TrustSwarm.Member;
import org.orbweaver.overlay.trust.TrustView;
import org.orbweaver.trust.JuryOutcome;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Standing;

/**
 * The product's own peers in virtual time, three in ten of them hostile and of one mind, while some
 * crash and come back: what the simulation of captures as numbers leaves out, messages, holders and
 * lists.
 *
 * <p>A verdict takes six periods, and all begin as newcomers; so each round is crawled over several
 * periods, and some follow in which nothing is crawled. What stands is told for each of them.
 */
public final class OverlayTrust {
  private static final Duration PERIOD = Duration.ofMinutes(2);

  /** Of the work, what the run without trust is. */
  private static final double WITHOUT = 0.2;

  private static final List<Conduct> HOSTILE =
      List.of(Conduct.CLAIMS, Conduct.ALTERS, Conduct.SLANDERS, Conduct.TURNS, Conduct.SPAMS_LINKS);

  /**
   * How large it is.
   *
   * @param pages of each round
   * @param spread over how many periods a round is crawled
   * @param after so many periods follow the last round
   */
  public record Scale(int peers, int pages, int rounds, int spread, int after) {
    int periods() {
      return rounds * spread + after;
    }
  }

  /**
   * What came of one kind of conduct, in the eyes of an honest reader.
   *
   * @param excluded by proof or testimony
   * @param relieved gets no tasks while all it brought is looked at again
   * @param refused not answered any more, because several contradict it
   * @param unheard whose accusations count no more
   */
  public record Group(
      Conduct conduct, int peers, int excluded, int relieved, int refused, int unheard) {}

  /**
   * How it stood at a period's end.
   *
   * @param falsePages made up or altered so far
   * @param falseStanding of those, neither disputed by themselves nor as all that their author did
   * @param liarsIn of those who bring false pages or links, neither out nor relieved
   */
  public record Moment(
      int period,
      int pages,
      int falsePages,
      int falseStanding,
      int honestDisputed,
      int honestExcluded,
      int honestRelieved,
      int liarsIn) {
    String sentence() {
      return "period %d: %d of %d false pages stand, %d liars in"
          .formatted(period, falseStanding, falsePages, liarsIn);
    }
  }

  /**
   * The whole run.
   *
   * @param juries that decided: upheld, overruled, hung
   * @param falsePages made up or altered
   * @param falseStanding of those, neither disputed by themselves nor as all that their author did,
   *     after all periods
   * @param falseWithout all that stand where there is no trust; null if that was not played
   * @param honestDisputed honest pages that are shown as disputed
   * @param lost pages whose result, or bytes, nobody of those who are not out has
   * @param extraFetchShare drawn for checks of members and juries about them, for each page
   * @param reviewShare drawn because their author is out, relieved or on parole, for each page
   * @param reviewJuryShare seats of juries about what was found then, for each page
   * @param refetchShare fetched for the sake of trust, all together, for each page
   * @param bytesPerPage of all messages that a page costs, with trust
   * @param trustBytesPerPage of these, what the same run without trust does not send; null if that
   *     was not played
   * @param trustBytesPerPeerAndPeriod the same by time: most of it does not depend on pages
   * @param signaturesPerPage made, those of results among them
   */
  public record Report(
      Scale scale,
      int hostile,
      int pages,
      long seed,
      List<Group> groups,
      Map<JuryOutcome, Integer> juries,
      int falsePages,
      int falseStanding,
      double falseStandingPer10000,
      @Nullable Integer falseWithout,
      int honestDisputed,
      int lost,
      double extraFetchShare,
      double reviewShare,
      double reviewJuryShare,
      double refetchShare,
      double bytesPerPage,
      @Nullable Double trustBytesPerPage,
      @Nullable Double trustBytesPerPeerAndPeriod,
      double signaturesPerPage,
      double signaturesLookedAtPerPage,
      double signaturesLookedAtPerPeerAndPeriod,
      double cpuSeconds,
      List<Moment> periods) {}

  private final Scale scale;
  private final boolean compared;
  private final long seed;

  /**
   * @param compared with the same run without trust, which takes a third of the time
   */
  public OverlayTrust(Scale scale, boolean compared, long seed) {
    this.scale = scale;
    this.compared = compared;
    this.seed = seed;
  }

  public Report run(Progress progress) {
    TrustSwarm without = compared ? played(false, progress, 0, new ArrayList<>()) : null;
    List<Moment> moments = new ArrayList<>();
    TrustSwarm swarm = played(true, progress, compared ? WITHOUT : 0, moments);
    return report(swarm, without, moments);
  }

  private Report report(TrustSwarm swarm, @Nullable TrustSwarm without, List<Moment> moments) {
    TrustView view = swarm.view(swarm.members().getFirst());
    Map<Key, TrustView.PeerStanding> standings = standings(view);
    Map<JuryOutcome, Integer> juries = new EnumMap<>(JuryOutcome.class);
    for (TrustView.DisputedPage each : view.disputes()) {
      if (each.outcome() != null) {
        juries.merge(each.outcome(), 1, Integer::sum);
      }
    }
    List<Member> in =
        swarm.members().stream()
            .filter(Member::isUp)
            .filter(each -> !isOut(standings.get(each.name())))
            .toList();
    long made = swarm.members().stream().mapToLong(each -> each.signatures().made()).sum();
    long looked = swarm.members().stream().mapToLong(each -> each.signatures().looked()).sum();
    Moment end = moments.getLast();
    double all = swarm.pages();
    Double trusts = without == null ? null : (double) swarm.bytes() - without.bytes();
    double peerPeriods = (double) scale.peers * scale.periods();
    return new Report(
        scale,
        (int) swarm.members().stream().filter(each -> each.conduct() != Conduct.HONEST).count(),
        swarm.pages(),
        seed,
        groups(swarm, standings),
        juries,
        end.falsePages,
        end.falseStanding,
        10_000 * end.falseStanding / all,
        without == null ? null : without.altered().size(),
        end.honestDisputed,
        swarm.missing(in),
        view.fetches().budgeted() / all,
        view.fetches().reviewed() / all,
        view.fetches().judged() / all,
        swarm.refetches() / all,
        swarm.bytes() / all,
        trusts == null ? null : trusts / all,
        trusts == null ? null : trusts / peerPeriods,
        made / all,
        looked / all,
        looked / peerPeriods,
        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3,
        moments);
  }

  private static Map<Key, TrustView.PeerStanding> standings(TrustView view) {
    Map<Key, TrustView.PeerStanding> standings = new HashMap<>();
    view.peers().forEach(each -> standings.put(each.name(), each));
    return standings;
  }

  private static Moment moment(TrustSwarm swarm, int period) {
    TrustView view = swarm.view(swarm.members().getFirst());
    Map<Key, TrustView.PeerStanding> standings = standings(view);
    Set<String> disputed = swarm.disputed(view);
    int standing = 0;
    for (Map.Entry<String, Member> each : swarm.altered().entrySet()) {
      TrustView.PeerStanding author = standings.get(each.getValue().name());
      Period before = author == null ? null : author.doubtedBefore();
      boolean trusted = before == null || swarm.captured(each.getKey()).compareTo(before) >= 0;
      standing += trusted && !disputed.contains(each.getKey()) ? 1 : 0;
    }
    int excluded = 0;
    int relieved = 0;
    int liars = 0;
    for (Member member : swarm.members()) {
      TrustView.PeerStanding its = standings.get(member.name());
      if (member.conduct() == Conduct.HONEST) {
        excluded += isOut(its) ? 1 : 0;
        relieved += !isTrusted(its) && !isOut(its) ? 1 : 0;
      } else if (member.conduct() != Conduct.SLANDERS) {
        liars += isTrusted(its) ? 1 : 0;
      }
    }
    disputed.removeAll(swarm.altered().keySet());
    return new Moment(
        period,
        swarm.pages(),
        swarm.altered().size(),
        standing,
        disputed.size(),
        excluded,
        relieved,
        liars);
  }

  private static boolean isTrusted(TrustView.@Nullable PeerStanding peer) {
    return peer == null || peer.standing() instanceof Standing.Member;
  }

  private static boolean isOut(TrustView.@Nullable PeerStanding peer) {
    return peer != null && peer.standing().isExcluded();
  }

  private static List<Group> groups(TrustSwarm swarm, Map<Key, TrustView.PeerStanding> standings) {
    Map<Conduct, int[]> counts = new EnumMap<>(Conduct.class);
    for (Member member : swarm.members()) {
      int[] count = counts.computeIfAbsent(member.conduct(), it -> new int[5]);
      TrustView.PeerStanding each = standings.get(member.name());
      count[0]++;
      if (each != null) {
        count[1] += each.standing().isExcluded() ? 1 : 0;
        count[2] += each.standing() instanceof Standing.Relieved ? 1 : 0;
        count[3] += each.suspected() ? 1 : 0;
        count[4] += each.accusedAlone() || each.overruled() ? 1 : 0;
      }
    }
    List<Group> groups = new ArrayList<>();
    counts.forEach((kind, n) -> groups.add(new Group(kind, n[0], n[1], n[2], n[3], n[4])));
    return groups;
  }

  private TrustSwarm played(
      boolean trusting, Progress progress, double done, List<Moment> moments) {
    TrustSwarm swarm = new TrustSwarm(PERIOD, trusting, true, seed);
    List<Conduct> conducts = new ArrayList<>();
    for (int i = 0; i < scale.peers; i++) {
      conducts.add(i % 10 < 7 ? Conduct.HONEST : HOSTILE.get(i / 10 % HOSTILE.size()));
    }
    swarm.begin(conducts);
    Random random = new Random(seed);
    double share = !trusting ? WITHOUT : 1 - done;
    for (int i = 0; i < scale.periods(); i++) {
      List<Member> away = someAway(swarm, random);
      swarm.period(i < scale.rounds * scale.spread ? scale.pages / scale.spread : 0);
      away.forEach(swarm::restart);
      if (trusting) {
        moments.add(moment(swarm, i + 1));
      }
      progress.at(
          done + share * (i + 1) / scale.periods(),
          trusting ? moments.getLast().sentence() : "without trust, period " + (i + 1));
    }
    return swarm;
  }

  /** One peer in fifty is switched off for a period; the reader stays. */
  private List<Member> someAway(TrustSwarm swarm, Random random) {
    List<Member> others = new ArrayList<>(swarm.members().subList(1, scale.peers));
    Collections.shuffle(others, random);
    List<Member> away = List.copyOf(others.subList(0, scale.peers / 50));
    away.forEach(swarm::crash);
    return away;
  }
}
