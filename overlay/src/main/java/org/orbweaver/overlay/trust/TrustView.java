package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.trust.AuditRecord;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.JuryOutcome;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Reckoning;
import org.orbweaver.trust.Standing;
import org.orbweaver.trust.Statement.Accusation;

/**
 * What a peer knows of the others' standing, as of its last reckoning.
 *
 * @param self what this peer is called
 * @param needed verified captures that a peer needs to be answered
 * @param freeAnswers of each kind, that a peer gets from another in a period without that
 * @param freeCaptures that a peer keeps in a period for the crawls of another without that
 * @param freeBytes the same in bytes, whichever is reached first
 * @param small whether the swarm is too small for juries: then only proof excludes
 * @param peers who contributed most first
 * @param checks captures this peer has looked at for others
 * @param fetches what everybody together was drawn to fetch for the sake of trust
 * @param signed commitments this peer has signed
 * @param looked signatures of others this peer has looked at
 */
public record TrustView(
    Key self,
    Period period,
    int needed,
    int freeAnswers,
    int freeCaptures,
    long freeBytes,
    boolean small,
    List<PeerStanding> peers,
    List<DisputedPage> disputes,
    List<DisputedPage> unheard,
    List<RefusedBy> refusedBy,
    long refused,
    long checks,
    Reckoning.Fetches fetches,
    long signed,
    long looked) {
  /**
   * One peer.
   *
   * @param address null if it is away
   * @param suspected contradicted by several, in a swarm too small for juries
   * @param accusedAlone whether it accused several with whom others found nothing wrong
   * @param overruled whether juries overruled so much of what it said that it is not heard
   * @param tasks of those whose keys are its own, how many it leads, in percent
   * @param contradicted origins at which somebody saw something else
   * @param doubtedBefore what it did before this period is disputed as a whole; null if nothing is
   * @param audits how it did when this peer had it read back what it should keep
   * @param proof that it lied; null if there is none
   */
  public record PeerStanding(
      Key name,
      @Nullable Endpoint address,
      int verified,
      Standing standing,
      boolean suspected,
      boolean accusedAlone,
      boolean overruled,
      int tasks,
      int contradicted,
      boolean pinned,
      boolean banned,
      @Nullable Period doubtedBefore,
      AuditRecord.Count audits,
      @Nullable Proof proof) {}

  /**
   * A page of which two versions are kept.
   *
   * @param uri where it is; null as long as this peer has not found that out
   * @param outcome what a jury made of it; null if there was none
   */
  public record DisputedPage(
      @Nullable String uri,
      Key author,
      Key accuser,
      Accusation accusation,
      @Nullable JuryOutcome outcome) {
    static DisputedPage of(Reckoning.Dispute dispute, Map<String, String> addresses) {
      Accusation accusation = dispute.accusation();
      return new DisputedPage(
          addresses.get(name(accusation)),
          accusation.subject(),
          dispute.accuser(),
          accusation,
          dispute.outcome());
    }
  }

  /**
   * What is said against a page, what a jury upheld first. Of what a slanderer says it saw nobody
   * has any bytes: whoever looks for another version tries one after the other.
   */
  public List<Accusation> accusations(String uri) {
    return disputes.stream()
        .filter(each -> uri.equals(each.uri()))
        .sorted(Comparator.comparing(each -> each.outcome() != JuryOutcome.UPHELD))
        .map(DisputedPage::accusation)
        .toList();
  }

  /** Names an accusation among others. */
  static String name(Accusation accusation) {
    return HexFormat.of().formatHex(accusation.hash());
  }

  static TrustView of(
      Key self,
      Period period,
      @Nullable Reckoning reckoning,
      Library library,
      TrustGate gate,
      Members members,
      AuditRecord audits,
      Map<String, String> addresses,
      long checks,
      long signed) {
    List<PeerStanding> peers = new ArrayList<>();
    List<DisputedPage> disputes = new ArrayList<>();
    List<DisputedPage> unheard = new ArrayList<>();
    if (reckoning != null) {
      reckoning.disputes().forEach(each -> disputes.add(DisputedPage.of(each, addresses)));
      reckoning.unheard().forEach(each -> unheard.add(DisputedPage.of(each, addresses)));
      Map<Key, Endpoint> places = new HashMap<>();
      for (PeerClaim claim : members.all()) {
        places.put(BookPlace.name(claim.peer()), claim.peer().address());
      }
      Map<Key, Integer> limited = reckoning.limited();
      for (Key name : reckoning.subjects()) {
        Book book = library.book(name);
        peers.add(
            new PeerStanding(
                name,
                places.get(name),
                reckoning.verified(name),
                reckoning.standing(name),
                reckoning.isSuspected(name),
                reckoning.accusesAlone(name),
                !reckoning.mayAccuse(name),
                100 * limited.getOrDefault(name, Reckoning.ALL_TASKS) / Reckoning.ALL_TASKS,
                (int)
                    disputes.stream()
                        .filter(each -> each.author().equals(name))
                        .map(each -> each.accusation().origin())
                        .distinct()
                        .count(),
                gate.isPinned(name),
                gate.isBanned(name),
                reckoning.doubtedBefore(name),
                audits.of(name),
                book == null ? null : book.proof()));
      }
    }
    peers.sort(
        Comparator.comparingInt(PeerStanding::verified)
            .reversed()
            .thenComparing(PeerStanding::name));
    return new TrustView(
        self,
        period,
        reckoning == null ? 0 : reckoning.needed(),
        TrustGate.FREE,
        TrustGate.FREE_CAPTURES,
        TrustGate.FREE_BYTES,
        reckoning == null || reckoning.isSmall(),
        peers,
        disputes,
        unheard,
        gate.refusedBy(),
        gate.refused(),
        checks,
        reckoning == null ? new Reckoning.Fetches(0, 0, 0) : reckoning.fetches(),
        signed,
        library.signatures());
  }
}
