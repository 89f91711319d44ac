package org.orbweaver.mainline;

import java.util.function.Consumer;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/** find_node: the closest nodes themselves are the result. */
record NodeSearch(Key target, Consumer<LookupResult> listener) implements Search {
  @Override
  public int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.findNode(transaction, ownId, target, Want.UNSAID);
  }

  @Override
  public void take(Contact from, Reply reply) {}

  @Override
  public void finish(long now, LocalHome home, LookupResult result) {
    listener.accept(result);
  }
}
