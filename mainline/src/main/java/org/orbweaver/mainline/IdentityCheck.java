package org.orbweaver.mainline;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/**
 * Asks a node that surprised us with its ID once more, for something random: does it give the same
 * ID again? {@link Asker} and {@link SuspectNodes} judge the answer.
 */
final class IdentityCheck extends PendingQuestion {
  private final Key target;

  IdentityCheck(Contact suspect, Key target) {
    super(suspect.endpoint(), suspect.id());
    this.target = target;
  }

  @Override
  Key target() {
    return target;
  }

  @Override
  int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.findNode(transaction, ownId, target, Want.UNSAID);
  }

  @Override
  void onReply(long now, Reply reply) {}

  @Override
  void onSilence(long now) {}
}
