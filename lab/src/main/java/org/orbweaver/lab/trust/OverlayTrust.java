package org.orbweaver.lab.trust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.orbweaver.app.Progress;
import org.orbweaver.overlay.lab.TrustSwarm;
import org.orbweaver.overlay.lab.TrustSwarm.Conduct;
import org.orbweaver.overlay.lab.TrustSwarm.Member;
import org.orbweaver.overlay.trust.TrustView;

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
   * What came of one kind of conduct.
   *
   * @param excluded by proof or testimony, in the eyes of an honest reader
   * @param refused not answered any more, because several contradict it
   * @param unheard whose accusations count no more
   */
  public record Group(Conduct conduct, int peers, int excluded, int refused, int unheard) {}

  /**
   * The whole run.
   *
   * @param falsePages made up or altered
   * @param falseDisputed of those, shown as disputed
   * @param honestDisputed honest pages that are shown as disputed
   * @param extraFetchShare pages fetched again, for each page
   * @param bytesPerPage of all messages that a page costs, with trust
   * @param trustBytesPerPage of these, what the same run without trust does not send
   * @param signaturesPerPage made, those of results among them
   */
  public record Report(
      int peers,
      int hostile,
      int pages,
      int rounds,
      List<Group> groups,
      int falsePages,
      int falseDisputed,
      int honestDisputed,
      double extraFetchShare,
      double bytesPerPage,
      double trustBytesPerPage,
      double signaturesPerPage,
      double signaturesLookedAtPerPage) {}

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
    Member reader = swarm.members().getFirst();
    TrustView view = swarm.view(reader);
    Map<Conduct, int[]> counts = new EnumMap<>(Conduct.class);
    for (Member member : swarm.members()) {
      int[] count = counts.computeIfAbsent(member.conduct(), it -> new int[4]);
      count[0]++;
      for (TrustView.PeerStanding each : view.peers()) {
        if (each.name().equals(member.name())) {
          count[1] += each.standing().isExcluded() ? 1 : 0;
          count[2] += each.suspected() ? 1 : 0;
          count[3] += each.accusedAlone() ? 1 : 0;
        }
      }
    }
    List<Group> groups = new ArrayList<>();
    counts.forEach((kind, n) -> groups.add(new Group(kind, n[0], n[1], n[2], n[3])));
    Set<String> disputed = new HashSet<>();
    int honestDisputed = 0;
    for (TrustView.DisputedPage each : view.disputes()) {
      String uri = each.uri();
      if (uri != null && disputed.add(uri) && !swarm.altered().containsKey(uri)) {
        honestDisputed++;
      }
    }
    disputed.retainAll(swarm.altered().keySet());
    long made = swarm.members().stream().mapToLong(each -> each.signatures().made()).sum();
    long looked = swarm.members().stream().mapToLong(each -> each.signatures().looked()).sum();
    double all = swarm.pages();
    return new Report(
        peers,
        (int) swarm.members().stream().filter(each -> each.conduct() != Conduct.HONEST).count(),
        swarm.pages(),
        rounds,
        groups,
        swarm.altered().size(),
        disputed.size(),
        honestDisputed,
        swarm.refetches() / all,
        bytes(swarm) / all,
        (bytes(swarm) - bytes(without)) / all,
        made / all,
        looked / all);
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
