package org.orbweaver.mainline;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/** sample_infohashes to one node. */
final class SampleQuestion extends Question {
  private final Contact node;
  private final Key target;
  private final NodeSampleListener listener;

  SampleQuestion(Contact node, Key target, NodeSampleListener listener) {
    super(node.endpoint(), node.id());
    this.node = node;
    this.target = target;
    this.listener = listener;
  }

  @Override
  Key target() {
    return target;
  }

  @Override
  int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.sampleInfohashes(transaction, ownId, target, Want.UNSAID);
  }

  @Override
  void onReply(long now, Reply reply) {
    if (reply.hasSamples()) {
      SampleAnswer answer = SampleAnswer.of(reply);
      listener.onSamples(now, node, answer.infohashes(), answer.outOf(), answer.interval());
    } else {
      listener.onRefusal(now, node);
    }
  }

  @Override
  void onRefusal(long now, ErrorReply refusal) {
    listener.onRefusal(now, node);
  }

  @Override
  void onStall(long now) {
    listener.onStall(now, node);
  }

  @Override
  void onSilence(long now) {
    listener.onSilence(now, node);
  }
}
