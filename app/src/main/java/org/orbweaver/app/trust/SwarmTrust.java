package org.orbweaver.app.trust;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.trust.RefusedBy;
import org.orbweaver.overlay.trust.TrustView;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Standing;
import org.orbweaver.trust.Statement.Refusal;

/**
 * Who contributes to a swarm and who does not, in words: what {@code orb trust} shows.
 *
 * @param now how far trust is here, in a sentence
 * @param self what this peer is called
 * @param smallSwarm whether there are too few networks for juries, so that only proof excludes
 * @param needed verified pages that a peer needs to be answered
 * @param ownRank this peer's place among the contributors, in words
 * @param contributors who has had most pages verified first
 * @param disputed pages of which two versions are kept
 * @param notHeard what was said by peers to whom nobody listens any more
 * @param owed what this peer gets for its work
 * @param refusedUs who refused this peer something, and what would have to be done
 * @param refusals how often this peer refused others
 * @param pagesChecked that this peer has fetched again for others
 */
public record SwarmTrust(
    String now,
    String self,
    int period,
    boolean smallSwarm,
    int needed,
    String ownRank,
    List<Contributor> contributors,
    List<DisputedCapture> disputed,
    List<DisputedCapture> notHeard,
    Owed owed,
    List<RefusedUs> refusedUs,
    long refusals,
    long pagesChecked,
    long signaturesMade,
    long signaturesChecked) {
  /**
   * A peer.
   *
   * @param share of all that was verified, in percent
   * @param standing member, on probation, relieved, out, or not answered here
   * @param evidence on what
   */
  public record Contributor(
      int rank,
      String peer,
      @Nullable String address,
      int verified,
      double share,
      String standing,
      String evidence,
      boolean pinned,
      boolean banned) {}

  /**
   * A page that somebody saw otherwise.
   *
   * @param page its address; null as long as this peer does not know it
   * @param otherVersion names what the accuser was served
   */
  public record DisputedCapture(
      @Nullable String page,
      String author,
      String accuser,
      int period,
      int capture,
      String jury,
      String otherVersion) {}

  /**
   * Why this peer was refused.
   *
   * @param service what it asked for
   */
  public record RefusedUs(String by, String service, String because, String remedy) {
    public static RefusedUs of(RefusedBy refused) {
      Refusal says = refused.says();
      return new RefusedUs(
          refused.peer().toString(),
          words(says.service()),
          words(says.reason()),
          SwarmTrust.remedy(says));
    }

    /** As people say it. */
    public static String words(Enum<?> name) {
      return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public String sentence() {
      return "%s refuses %s: %s; %s".formatted(by, service, because, remedy);
    }
  }

  /**
   * What this peer gets from others for its work.
   *
   * @param lacking pages that others would have to verify; 0 if it is answered
   * @param tasks of those whose keys are its own, how many it leads, in percent
   * @param services a sentence for each
   */
  public record Owed(int verified, int lacking, int tasks, List<String> services) {
    static Owed of(TrustView view) {
      TrustView.PeerStanding self =
          view.peers().stream()
              .filter(each -> each.name().equals(view.self()))
              .findFirst()
              .orElse(null);
      int verified = self == null ? 0 : self.verified();
      int lacking = Math.max(0, view.needed() - verified);
      int tasks = self == null ? 100 : self.tasks();
      int free = view.freeAnswers();
      return new Owed(
          verified,
          lacking,
          tasks,
          lacking == 0
              ? List.of(
                  "searches, reads and exports without limit",
                  "its own crawls come first, and all they bring is kept")
              : List.of(
                  "searches and reads: %d a period from each peer".formatted(free),
                  "exports: none",
                  "its own crawls come after others', and each peer keeps %,d captures a period of"
                          .formatted(view.freeCaptures())
                      + " them, %,d MB at most".formatted(view.freeBytes() >> 20),
                  "all of it without limit when others have verified %d more of its pages"
                      .formatted(lacking)));
    }
  }

  public static SwarmTrust of(TrustView view) {
    List<Contributor> contributors = new ArrayList<>();
    long all = view.peers().stream().mapToLong(TrustView.PeerStanding::verified).sum();
    for (TrustView.PeerStanding each : view.peers()) {
      contributors.add(
          new Contributor(
              contributors.size() + 1,
              each.name().toString(),
              each.address() == null ? null : each.address().toString(),
              each.verified(),
              Math.round(1000.0 * each.verified() / Math.max(1, all)) / 10.0,
              standing(each),
              evidence(each),
              each.pinned(),
              each.banned()));
    }
    return new SwarmTrust(
        now(view, all),
        view.self().toString(),
        view.period().number(),
        view.small(),
        view.needed(),
        ownRank(view.self().toString(), contributors),
        contributors,
        view.disputes().stream().map(SwarmTrust::disputed).toList(),
        view.unheard().stream().map(SwarmTrust::disputed).toList(),
        Owed.of(view),
        view.refusedBy().stream().map(RefusedUs::of).toList(),
        view.refused(),
        view.checks(),
        view.signed(),
        view.looked());
  }

  private static String now(TrustView view, long verified) {
    if (view.period().number() == 0) {
      return "trust is off in this swarm: nobody is checked, refused or put out";
    }
    if (verified == 0) {
      return "nothing was verified yet: what a peer brings counts three periods later";
    }
    return view.small()
        ? "too few networks for juries: only proof puts a peer out, and each peer decides by itself"
            + " whom it answers"
        : "juries decide about accusations, and all peers compute the same standings";
  }

  private static String ownRank(String self, List<Contributor> contributors) {
    for (Contributor each : contributors) {
      if (each.peer().equals(self) && each.verified() > 0) {
        return String.format(
            Locale.ROOT,
            "%d of %d, with %.1f %% of all that was verified",
            each.rank(),
            contributors.size(),
            each.share());
      }
    }
    return "none yet: nothing of this peer's was verified";
  }

  private static String standing(TrustView.PeerStanding peer) {
    return switch (peer.standing()) {
      case Standing.Excluded(Standing.Ground ground, int _) ->
          ground == Standing.Ground.PROOF ? "out, by proof" : "out, by testimony";
      case Standing.Relieved _ -> "relieved: no tasks while all it brought is looked at again";
      case Standing.Member _ -> standingOfMember(peer);
    };
  }

  private static String standingOfMember(TrustView.PeerStanding peer) {
    if (peer.suspected()) {
      return "not answered here: contradicted by several";
    }
    if (peer.accusedAlone()) {
      return "not heard: accused several alone";
    }
    if (peer.overruled()) {
      return "not heard: juries overruled what it said";
    }
    return peer.tasks() < 100
        ? "on probation: leads %d %% of its tasks until more is verified".formatted(peer.tasks())
        : "member";
  }

  private static String evidence(TrustView.PeerStanding peer) {
    Proof proof = peer.proof();
    if (proof != null) {
      return EvidenceFile.because(proof);
    }
    List<String> evidence = new ArrayList<>();
    if (peer.contradicted() > 0) {
      evidence.add("others saw something else at " + peer.contradicted() + " origins");
    }
    if (peer.doubtedBefore() != null) {
      evidence.add(
          "all it brought before period %d is disputed".formatted(peer.doubtedBefore().number()));
    }
    if (peer.audits().failed() > 0) {
      evidence.add(
          "%s %,d of %,d copies when asked to read them"
              .formatted(
                  peer.audits().isUnreliable() ? "unreliable: lacked" : "lacked",
                  peer.audits().failed(),
                  peer.audits().copies()));
    }
    return String.join("; ", evidence);
  }

  private static DisputedCapture disputed(TrustView.DisputedPage page) {
    return new DisputedCapture(
        page.uri(),
        page.author().toString(),
        page.accuser().toString(),
        page.accusation().work().number(),
        page.accusation().capture(),
        page.outcome() == null ? "none" : page.outcome().name().toLowerCase(Locale.ROOT),
        HexFormat.of().formatHex(page.accusation().seen()));
  }

  /** What would have to be done. */
  private static String remedy(Refusal refusal) {
    return switch (refusal.reason()) {
      case TOO_LITTLE_VERIFIED_WORK ->
          "crawl for the swarm until others have verified %d more of your pages"
              .formatted(refusal.due());
      case EXCLUDED_BY_PROOF, EXCLUDED_BY_TESTIMONY -> "nothing but time: it is forgotten one day";
      case BANNED_BY_HAND -> "ask the person who runs that peer";
      case CONTRADICTED -> "bring pages as their origins serve them: old ones are forgotten";
    };
  }
}
