package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.app.trust.EvidenceFile;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.trust.TrustView;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.udp.MonotonicClock;

/** What a running peer knows of the others' work, and what its operator decides about them. */
public final class PeerTrust {
  /** Of a page's accusers: slanderers may be any number. */
  private static final int MOST_ASKED = 20;

  private final NodeLoop<OverlayNode> loop;
  private final Path data;

  PeerTrust(NodeLoop<OverlayNode> loop, Path data) {
    this.loop = loop;
    this.data = data;
  }

  /** Who contributes, and who does not, and which pages are disputed. */
  public TrustView look() {
    return loop.look(node -> node.trust().look(MonotonicClock.now()));
  }

  /** The same for who only watches: no page is asked for. */
  public TrustView standings() {
    return loop.look(node -> node.trust().view(MonotonicClock.now()));
  }

  /** Writes down the proof that a peer lied, for others to check. */
  public void evidence(Key peer, Path file) throws IOException {
    Proof proof =
        standings().peers().stream()
            .filter(each -> each.name().equals(peer))
            .map(TrustView.PeerStanding::proof)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow(
                () ->
                    new IOException(
                        "there is no proof against %s here: what others testify is shown by orb"
                                .formatted(peer)
                            + " trust, and proves nothing to a third person"));
    EvidenceFile.write(file, proof);
  }

  /** Writes down what others were served at a disputed address, as WARC records. */
  public void otherVersion(String uri, Path file) throws IOException {
    List<Accusation> accusations = look().accusations(uri);
    if (accusations.isEmpty()) {
      throw new IOException(
          "nobody disputes %s, or it is still being found out which pages are meant: 'orb trust'"
                  .formatted(uri)
              + " lists them");
    }
    Optional<byte[]> records =
        accusations.stream()
            .limit(MOST_ASKED)
            .map(this::served)
            .flatMap(Optional::stream)
            .findFirst();
    if (records.isEmpty()) {
      throw new IOException(
          "nobody who answers has what others were served at %s; ask again later".formatted(uri));
    }
    Files.write(file, records.get());
  }

  private Optional<byte[]> served(Accusation accusation) {
    return loop.ask(
        PeerOrders.PATIENCE,
        (node, found) ->
            node.trust()
                .otherVersion(accusation, bytes -> found.complete(Optional.ofNullable(bytes))));
  }

  /** Pins a peer, bans it, or takes both back. */
  public void decide(Key peer, PeerOrder.Decision decision) throws IOException {
    HandDecisions after = HandDecisions.read(data).with(peer, decision);
    after.write(data);
    loop.tell(
        node ->
            node.trust()
                .decide(
                    peer, decision == PeerOrder.Decision.PIN, decision == PeerOrder.Decision.BAN));
  }
}
