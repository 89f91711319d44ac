package org.orbweaver.overlay.lab;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.Visitor;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/**
 * A foe with a key of its own, which shakes hands like everybody and then says what it likes. With
 * virtual nodes it is a member: it answers pings, and keeps nothing of what it is given.
 */
public final class LabFoe implements PacketHandler {
  private final SealedSwarm swarm;
  private final Endpoint home;
  private final Handshakes handshakes;
  private final Rpc rpc;
  private final List<RpcMessage> answers = new ArrayList<>();
  private final Visitor visitor;

  /** One who only visits. */
  public LabFoe(SealedSwarm swarm, int number) {
    this(swarm, number, 0);
  }

  public LabFoe(SealedSwarm swarm, int number, int virtualNodes) {
    this(swarm, number, virtualNodes, swarm.handshakes(number), swarm.network());
  }

  /** One who says that it lives nowhere, and is met at its address all the same. */
  public static LabFoe client(SealedSwarm swarm, int number) {
    Outbox outbox =
        (local, to, packet, length) ->
            swarm.network().send(SealedSwarm.address(number), to, packet, length);
    Handshakes handshakes =
        new Handshakes(
            swarm.now(),
            SealedSwarm.keys(number),
            Peer.NOWHERE,
            number,
            SealedSwarm.NAME,
            outbox,
            SealedSwarm.seeded(number));
    return new LabFoe(swarm, number, 0, handshakes, outbox);
  }

  private LabFoe(
      SealedSwarm swarm, int number, int virtualNodes, Handshakes handshakes, Outbox outbox) {
    this.swarm = swarm;
    this.handshakes = handshakes;
    this.home = SealedSwarm.address(number);
    this.rpc =
        new Rpc(
            home,
            outbox,
            handshakes,
            SealedSwarm.seeded(number + 1),
            (now, from, request, replyTo) -> {
              if (virtualNodes > 0) {
                lie(number, request, replyTo);
              }
            });
    this.visitor = new Visitor(handshakes, rpc);
    swarm.network().attach(this, List.of(home));
    if (virtualNodes > 0) {
      PeerClaim self =
          new PeerClaim(handshakes.of(swarm.now(), virtualNodes), PeerClaim.Life.LIVING);
      askAll(new RpcMessage.Join(self, SealedSwarm.address(0)));
    }
  }

  /** Looks alive, and swallows what it is to keep; every second one says nothing else at all. */
  private static void lie(int number, RpcMessage.Call request, Rpc.ReplyTo replyTo) {
    switch (request) {
      case RpcMessage.Ping _ ->
          replyTo.send(new RpcMessage.Pong(666, RpcMessage.Condition.UNTOLD, List.of()));
      case RpcMessage.Join _ -> replyTo.send(new RpcMessage.Roster(List.of()));
      case RpcMessage.Call _ when number % 2 == 1 -> {}
      case RpcMessage.OfResults(RpcMessage.Call call) -> lie(number, call, replyTo);
      case RpcMessage.StoreTask(var tasks) ->
          replyTo.send(new RpcMessage.Stored(new byte[tasks.size()], List.of()));
      case RpcMessage.RefreshTask(var offers, _) ->
          replyTo.send(new RpcMessage.Wanted(new byte[0], new byte[0]));
      case RpcMessage.StoreBackup _, RpcMessage.DeleteBackup _ ->
          replyTo.send(RpcMessage.Kept.HERE);
      case RpcMessage.Lend _ -> replyTo.send(new RpcMessage.Lent(Long.MAX_VALUE, 0));
      default -> replyTo.send(new RpcMessage.Value(List.of()));
    }
  }

  public Endpoint address() {
    return home;
  }

  /** What it was answered. */
  public List<RpcMessage> answers() {
    return answers;
  }

  /** Bytes that it sent, handshakes apart. */
  public long bytes() {
    return rpc.counters().bytes();
  }

  public Handshakes handshakes() {
    return handshakes;
  }

  public void ask(Endpoint whom, RpcMessage message) {
    swarm
        .network()
        .execute(
            this,
            () ->
                rpc.call(
                    swarm.now(),
                    whom,
                    message,
                    new Rpc.Patience(1_000_000_000L, 1),
                    new Rpc.Outcome() {
                      @Override
                      public void answered(long now, RpcMessage reply) {
                        answers.add(reply);
                      }

                      @Override
                      public void silent(long now) {}
                    }));
  }

  public void askAll(RpcMessage message) {
    swarm.members().forEach(member -> ask(member.address(), message));
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    return visitor.onPacket(now, local, from, packet, length);
  }

  @Override
  public long onTick(long now) {
    return visitor.onTick(now);
  }
}
