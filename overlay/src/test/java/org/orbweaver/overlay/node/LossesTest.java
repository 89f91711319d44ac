package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.overlay.node.Neighbours.MINUTE;
import static org.orbweaver.overlay.node.Neighbours.SECOND;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Task;

/** Two others keep the same pieces, and say that they have lost them. */
class LossesTest {
  private static final Endpoint ONE = Neighbours.address(1);
  private static final Endpoint ANOTHER = Neighbours.address(2);

  private final Neighbours neighbours = new Neighbours(2, true);
  private final Losses losses =
      new Losses(neighbours.replication, neighbours.disk, neighbours::carry);
  private final List<EntryId> pieces = new ArrayList<>();

  @BeforeEach
  void keepSome() {
    for (int i = 0; i < 5; i++) {
      Task task = Task.of(CrawlId.numbered(1), "https://host.example/" + i);
      byte[] body = {1, 2, (byte) i};
      Entry piece = Piece.of(Piece.id(task.id().key(), body), body);
      neighbours.disk.put(piece);
      pieces.add(piece.id());
    }
  }

  private RpcMessage.Wanted missing(long now, Endpoint from) {
    return losses.onMissing(now, from, new RpcMessage.Missing(pieces));
  }

  /** How many pieces leave, and whoever is sent them says that it has them. */
  private int sent(long now, Endpoint to) {
    int sent = 0;
    neighbours.replication.pay(now);
    while (!neighbours.said.isEmpty()) {
      Neighbours.Said next = neighbours.said.removeFirst();
      if (next.message() instanceof RpcMessage.StoreBackup(List<Entry> some, boolean everywhere)) {
        assertThat(next.to()).isEqualTo(to);
        assertThat(everywhere).isFalse();
        sent += some.size();
        next.answer().received(now, RpcMessage.Kept.HERE);
      }
      neighbours.replication.pay(now);
    }
    return sent;
  }

  /** Seven kilobytes had 64 MiB sent, as often as they came. */
  @Test
  void whatIsSaidToBeMissingTwiceInAMinuteIsSentOnce() {
    assertThat(missing(SECOND, ONE).wants(4)).isTrue();
    assertThat(sent(SECOND, ONE)).isEqualTo(5);
    assertThat(missing(31 * SECOND, ONE).isNone()).as("it is told that it will not").isTrue();
    assertThat(sent(31 * SECOND, ONE)).isZero();
    assertThat(missing(32 * SECOND, ANOTHER).wants(4)).as("another has lost it, too").isTrue();
    assertThat(sent(32 * SECOND, ANOTHER)).isEqualTo(5);
  }

  @Test
  void whatIsStillOwedIsPromisedOnceMore() {
    missing(SECOND, ONE);
    assertThat(missing(2 * SECOND, ONE).wants(4)).isTrue();
    assertThat(sent(3 * SECOND, ONE)).isEqualTo(5);
  }

  @Test
  void whatIsLostAgainMinutesLaterIsSentAgain() {
    missing(SECOND, ONE);
    sent(SECOND, ONE);
    missing(6 * MINUTE, ONE);
    assertThat(sent(6 * MINUTE, ONE)).isEqualTo(5);
  }
}
