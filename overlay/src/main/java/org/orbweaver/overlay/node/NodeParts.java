package org.orbweaver.overlay.node;

import java.util.Collection;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.overlay.trust.WorkJournal;
import org.orbweaver.wire.Outbox;

/**
 * What a peer is made of.
 *
 * @param results a disk of its own for what is large
 * @param signatures with which it signs what it says of its tasks
 * @param inspector who looks at what others bring
 * @param journal where it writes down what it has done and not committed to
 * @param enquiries who answers what other peers' programs ask
 * @param declines what its operator does not want kept here
 */
public record NodeParts(
    Disk disk,
    Disk results,
    Outbox outbox,
    MessageCipher seal,
    PeerVerifier notary,
    Signatures signatures,
    Runner runner,
    RandomGenerator random,
    Function<Collection<Peer>, MembershipView> views,
    Inspector inspector,
    WorkJournal journal,
    TrustSettings trust,
    Enquiries enquiries,
    Declines declines) {
  /** Of a peer among those who trust each other, that answers no questions and keeps everything. */
  public NodeParts(
      Disk disk,
      Disk results,
      Outbox outbox,
      MessageCipher seal,
      PeerVerifier notary,
      Signatures signatures,
      Runner runner,
      RandomGenerator random,
      Function<Collection<Peer>, MembershipView> views) {
    this(
        disk,
        results,
        outbox,
        seal,
        notary,
        signatures,
        runner,
        random,
        views,
        Inspector.NONE,
        WorkJournal.NONE,
        TrustSettings.OFF,
        Enquiries.NONE,
        Declines.NOTHING);
  }

  /** Looks at what others bring, as its lenders do without any trust, too. */
  public NodeParts inspecting(Inspector with) {
    return trusting(with, journal, trust);
  }

  /** Vouches for what it brings, and checks others. */
  public NodeParts trusting(Inspector with, WorkJournal into, TrustSettings by) {
    return with(with, into, by, enquiries, declines);
  }

  public NodeParts answering(Enquiries with) {
    return with(inspector, journal, trust, with, declines);
  }

  public NodeParts declining(Declines what) {
    return with(inspector, journal, trust, enquiries, what);
  }

  private NodeParts with(
      Inspector inspects,
      WorkJournal notes,
      TrustSettings trusts,
      Enquiries answers,
      Declines not) {
    return new NodeParts(
        disk,
        results,
        outbox,
        seal,
        notary,
        signatures,
        runner,
        random,
        views,
        inspects,
        notes,
        trusts,
        answers,
        not);
  }
}
