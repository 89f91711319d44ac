package org.orbweaver.overlay.lab;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.Visitor;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.PacketHandler;

/** A foe with a key of its own, which shakes hands like everybody and then says what it likes. */
final class LabFoe implements PacketHandler {
  private final SealedSwarm swarm;
  private final Handshakes handshakes;
  private final Rpc post;
  private final List<RpcMessage> answers = new ArrayList<>();
  private final Visitor visitor;

  LabFoe(SealedSwarm swarm, int number) {
    this.swarm = swarm;
    this.handshakes = swarm.handshakes(number);
    Endpoint home = SealedSwarm.address(number);
    this.post =
        new Rpc(
            home,
            swarm.network(),
            handshakes,
            SealedSwarm.seeded(number + 1),
            (now, from, request, replyTo) -> {});
    this.visitor = new Visitor(handshakes, post);
    swarm.network().attach(this, List.of(home));
  }

  /** What it was answered. */
  List<RpcMessage> answers() {
    return answers;
  }

  /** Bytes that it sent, handshakes apart. */
  long bytes() {
    return post.counters().bytes();
  }

  Handshakes handshakes() {
    return handshakes;
  }

  void ask(Endpoint whom, RpcMessage message) {
    swarm
        .network()
        .execute(
            this,
            () ->
                post.call(
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

  void askAll(RpcMessage message) {
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
