package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** An owner that says of every link that there is no room for it. */
class LinkExchangeTest {
  private final Neighbours alone = new Neighbours(0, false);
  private byte verdict = RpcMessage.Stored.FULL + 1;
  private int brought;
  private boolean isDone;
  private LinkExchange links = links();

  private LinkExchange links() {
    Rpc rpc =
        new Rpc(
            Neighbours.address(0),
            (local, to, packet, length) -> false,
            MessageCipher.NONE,
            new SplittableRandom(1),
            (now, from, request, replyTo) -> {});
    HeartBeat heart =
        new HeartBeat(
            alone.members,
            PeerVerifier.CREDULOUS,
            rpc,
            new SplittableRandom(2),
            (incarnation, virtualNodes) -> Neighbours.peer(0));
    return new LinkExchange(
        alone.replication,
        rpc,
        heart,
        Neighbours.address(0),
        (tasks, replyTo) -> {
          brought++;
          byte[] verdicts = new byte[tasks.size()];
          Arrays.fill(verdicts, verdict);
          replyTo.send(new RpcMessage.Stored(verdicts, List.of()));
        },
        () -> 0,
        OverlaySettings.DEFAULT);
  }

  private static Task link(String uri) {
    return Task.of(CrawlId.numbered(1), uri);
  }

  private void send(String uri) {
    links.send(0, List.of(link(uri)), () -> isDone = true);
  }

  private void run(long from, long to) {
    for (long second = from; second < to; second++) {
      links.onTick(second * Neighbours.SECOND);
    }
  }

  /** It was sent again every two seconds, and its page never finished. */
  @Test
  void whoSaysThatAThingWithoutAHostHasNoRoomHoldsUpItsPageForMinutesOnly() {
    for (byte each : new byte[] {RpcMessage.Stored.FILLING, RpcMessage.Stored.FULL + 1}) {
      verdict = each;
      links = links();
      isDone = false;
      send("dht:/" + each);
      run(0, 290);
      assertThat(isDone).isFalse();
      run(290, 330);
      assertThat(isDone).isTrue();
      assertThat(links.untaken()).isEqualTo(1);
      brought = 0;
      run(330, 330 + 600);
      assertThat(brought).as("it is brought on, more seldom").isBetween(9, 11);
    }
  }

  @Test
  void whoSaysThatTheDeepestPartOfAHostHasNoRoomHoldsUpThePageForMinutesOnly() {
    send("https://host.example/page");
    run(0, 330);
    assertThat(isDone).isTrue();
    assertThat(links.sentOn()).as("first it went down all levels").isEqualTo(6);
  }

  @Test
  void whatIsTakenAfterAllFinishesItsPageAtOnce() {
    send("dht:/1");
    run(0, 60);
    verdict = RpcMessage.Stored.ACCEPTED;
    run(60, 63);
    assertThat(isDone).isTrue();
    assertThat(links.untaken()).isZero();
  }
}
