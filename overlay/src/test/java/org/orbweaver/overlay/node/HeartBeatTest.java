package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.overlay.node.Neighbours.SECOND;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/** A peer and another one, that believes something else whatever it is told. */
class HeartBeatTest {
  private static final Endpoint SELF = Neighbours.address(0);
  private static final Endpoint OTHER = Neighbours.address(1);
  private static final int MOST_PAGES = Members.MOST_MEMBERS / HeartBeat.PAGE;

  /** It believes nobody, so all who are told of stay news. */
  private static final PeerVerifier NOBODY =
      new PeerVerifier() {
        @Override
        public boolean vouchesFor(PeerClaim claim, Endpoint teller) {
          return false;
        }

        @Override
        public boolean isMine(Peer peer) {
          return false;
        }
      };

  private final Neighbours neighbours = new Neighbours(1, false);
  private final ArrayDeque<Runnable> packets = new ArrayDeque<>();
  private Function<Endpoint, List<PeerClaim>> roster = HeartBeatTest::endless;
  private int silentFrom = Integer.MAX_VALUE;
  private long now = SECOND;
  private int pages;
  private int beginnings;
  private final Rpc mine = rpc(SELF, (at, from, request, replyTo) -> {});
  private final Rpc its = rpc(OTHER, (at, from, request, replyTo) -> answer(request, replyTo));
  private final HeartBeat heart =
      new HeartBeat(
          neighbours.members,
          NOBODY,
          mine,
          new SplittableRandom(2),
          (incarnation, virtualNodes) -> Neighbours.peer(0));

  private Rpc rpc(Endpoint home, Rpc.Handler handler) {
    return new Rpc(
        home,
        (local, to, packet, length) -> {
          byte[] copy = packet.clone();
          packets.add(() -> (to.equals(SELF) ? mine : its).onPacket(now, home, copy, length));
          return true;
        },
        MessageCipher.NONE,
        new SplittableRandom(home.hashCode()),
        handler);
  }

  private void answer(RpcMessage.Call request, Rpc.ReplyTo replyTo) {
    if (request instanceof RpcMessage.Ping) {
      replyTo.send(new RpcMessage.Pong(666, RpcMessage.Condition.UNTOLD, List.of()));
    } else if (request instanceof RpcMessage.Join(_, Endpoint after)) {
      pages++;
      beginnings += after.equals(HeartBeat.FIRST) ? 1 : 0;
      if (number(after) < silentFrom) {
        replyTo.send(new RpcMessage.Roster(roster.apply(after)));
      }
    }
  }

  private static int number(Endpoint address) {
    return address.equals(HeartBeat.FIRST) ? 0 : address.ipv4() - 0x0B00_0000;
  }

  private static List<PeerClaim> page(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> Endpoint.v4(0x0B00_0001 + i, 7117))
        .map(address -> new Peer(address, 64, 1, 1, Credentials.NONE))
        .map(peer -> new PeerClaim(peer, PeerClaim.Life.LIVING))
        .toList();
  }

  private static List<PeerClaim> endless(Endpoint after) {
    return page(number(after), number(after) + HeartBeat.PAGE);
  }

  /** So many packets arrive in that time, evenly. */
  private void run(long nanos, int most) {
    for (int i = 0; i < most; i++) {
      now += nanos / most;
      heart.onTick(now);
      mine.onTick(now);
      Runnable packet = packets.poll();
      if (packet != null) {
        packet.run();
      }
    }
  }

  /** It was asked for the next page as fast as it answered, for ever. */
  @Test
  void whoseListHasNoEndIsLeftWhenNoSwarmIsSoLarge() {
    run(50 * 60 * SECOND, 40_000);
    assertThat(pages).isBetween(MOST_PAGES, MOST_PAGES + 1);
    run(20 * 60 * SECOND, 10_000);
    assertThat(beginnings).as("much later it is asked once more").isEqualTo(2);
  }

  /** One more was begun every ten seconds. */
  @Test
  void aListThatIsBeingReadIsNotBegunOnceMoreBesideIt() {
    run(60 * SECOND, 200);
    assertThat(pages).isGreaterThan(30);
    assertThat(beginnings).isEqualTo(1);
    int before = pages;
    heart.join(now, OTHER);
    run(SECOND, 10);
    assertThat(beginnings).as("who knocks is let in").isEqualTo(2);
    run(60 * SECOND, 200);
    assertThat(pages - before).as("but reads on once only").isLessThan(110);
  }

  @Test
  void aLongListIsReadToItsEndThoughNothingInItIsNews() {
    int all = 100 * HeartBeat.PAGE + 5;
    roster = after -> page(number(after), Math.min(all, number(after) + HeartBeat.PAGE));
    run(9 * SECOND, 1_000);
    assertThat(pages).isEqualTo(101);
    run(10 * SECOND, 1_000);
    assertThat(pages).as("and again as long as there is a difference").isEqualTo(2 * 101);
  }

  @Test
  void whoFallsSilentInTheMiddleIsAskedAgainSoon() {
    silentFrom = 10 * HeartBeat.PAGE;
    run(12 * SECOND, 1_000);
    assertThat(beginnings).isEqualTo(1);
    run(20 * SECOND, 1_000);
    assertThat(beginnings).isEqualTo(2);
  }
}
