package org.orbweaver.lab.trust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
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
import org.orbweaver.trust.Standing;

/**
 * The product's own peers in virtual time, three in ten of them hostile, while some crash and come
 * back: what the simulation of captures as numbers leaves out, messages, holders and lists.
 */
public final class OverlayTrust {
  /** Until the last round's work is committed to, checked and read. */
  private static final int PERIODS_AFTER = 5;

  private static final Duration PERIOD = Duration.ofMinutes(2);

  private static final List<Conduct> HOSTILE =
      List.of(Conduct.CLAIMS, Conduct.ALTERS, Conduct.SLANDERS, Conduct.TURNS, Conduct.SPAMS_LINKS);

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
   * The whole run.
   *
   * @param juries that decided: upheld, overruled, hung
   * @param falsePages made up or altered
   * @param falseStanding of those, neither disputed nor of a peer that is out or relieved
   * @param honestDisputed honest pages that are shown as disputed
   * @param lost pages whose result, or bytes, nobody of those who are not out has
   * @param extraFetchShare fetched by checkers and jurors, for each page
   * @param reviewShare fetched again because their author is out or relieved, for each page
   * @param bytesPerPage of all messages that a page costs, with trust
   * @param trustBytesPerPage of these, what the same run without trust does not send
   * @param signaturesPerPage made, those of results among them
   */
  public record Report(
      int peers,
      int hostile,
      int pages,
      int rounds,
      long seed,
      List<Group> groups,
      Map<JuryOutcome, Integer> juries,
      int falsePages,
      int falseStanding,
      int honestDisputed,
      int lost,
      double extraFetchShare,
      double reviewShare,
      double bytesPerPage,
      double trustBytesPerPage,
      double signaturesPerPage,
      double signaturesLookedAtPerPage,
      double cpuSeconds) {}

  private final int peers;
  private final int pages;
  private final int rounds;
  private final long seed;

  public OverlayTrust(int peers, int pages, int rounds, long seed) {
    this.peers = peers;
    this.pages = pages;
    this.rounds = rounds;
    this.seed = seed;
  }

  public Report run(Progress progress) {
    TrustSwarm swarm = played(PERIOD, progress, 0);
    TrustSwarm without = played(Duration.ZERO, progress, 0.5);
    TrustView view = swarm.look(swarm.members().getFirst());
    Map<Key, TrustView.PeerStanding> standings = new HashMap<>();
    view.peers().forEach(each -> standings.put(each.name(), each));
    Map<JuryOutcome, Integer> juries = new EnumMap<>(JuryOutcome.class);
    Set<String> disputed = new HashSet<>();
    int honestDisputed = 0;
    for (TrustView.DisputedPage each : view.disputes()) {
      String uri = each.uri();
      if (each.outcome() != null) {
        juries.merge(each.outcome(), 1, Integer::sum);
      }
      if (uri != null && disputed.add(uri) && !swarm.altered().containsKey(uri)) {
        honestDisputed++;
      }
    }
    int standing = 0;
    for (Map.Entry<String, Member> each : swarm.altered().entrySet()) {
      TrustView.PeerStanding author = standings.get(each.getValue().name());
      boolean trusted = author == null || author.standing() instanceof Standing.Member;
      standing += trusted && !disputed.contains(each.getKey()) ? 1 : 0;
    }
    List<Member> in =
        swarm.members().stream()
            .filter(Member::isUp)
            .filter(each -> !isOut(standings.get(each.name())))
            .toList();
    long made = swarm.members().stream().mapToLong(each -> each.signatures().made()).sum();
    long looked = swarm.members().stream().mapToLong(each -> each.signatures().looked()).sum();
    double all = swarm.pages();
    return new Report(
        peers,
        (int) swarm.members().stream().filter(each -> each.conduct() != Conduct.HONEST).count(),
        swarm.pages(),
        rounds,
        seed,
        groups(swarm, standings),
        juries,
        swarm.altered().size(),
        standing,
        honestDisputed,
        swarm.missing(in),
        (swarm.refetches() - view.reviewed()) / all,
        view.reviewed() / all,
        bytes(swarm) / all,
        (bytes(swarm) - bytes(without)) / all,
        made / all,
        looked / all,
        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3);
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

  private TrustSwarm played(Duration period, Progress progress, double done) {
    TrustSwarm swarm = new TrustSwarm(period, seed);
    List<Conduct> conducts = new ArrayList<>();
    for (int i = 0; i < peers; i++) {
      conducts.add(i % 10 < 7 ? Conduct.HONEST : HOSTILE.get(i / 10 % HOSTILE.size()));
    }
    swarm.begin(conducts);
    Random random = new Random(seed);
    int periods = rounds + PERIODS_AFTER;
    for (int i = 0; i < periods; i++) {
      progress.at(done + 0.5 * i / periods, "period " + (i + 1));
      List<Member> away = i < rounds ? someAway(swarm, random) : List.of();
      swarm.period(i < rounds ? pages : 0, PERIOD);
      away.forEach(swarm::restart);
    }
    return swarm;
  }

  /** One peer in fifty is switched off for a period; the reader stays. */
  private List<Member> someAway(TrustSwarm swarm, Random random) {
    List<Member> others = new ArrayList<>(swarm.members().subList(1, peers));
    Collections.shuffle(others, random);
    List<Member> away = List.copyOf(others.subList(0, peers / 50));
    away.forEach(swarm::crash);
    return away;
  }

  private static double bytes(TrustSwarm swarm) {
    return swarm.members().stream()
        .filter(Member::isUp)
        .mapToLong(each -> each.node().traffic().bytes() - each.node().traffic().membershipBytes())
        .sum();
  }
}
