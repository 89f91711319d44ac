package org.orbweaver.mainline;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/** sample_infohashes towards a key: every node on the way tells some of what it stores. */
record SampleSearch(Key target, SampleListener listener) implements Search {
  @Override
  public int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.sampleInfohashes(transaction, ownId, target, Want.UNSAID);
  }

  @Override
  public void take(Contact from, Reply reply) {
    if (!reply.hasSamples()) {
      return;
    }
    SampleAnswer answer = SampleAnswer.of(reply);
    listener.onSamples(from, answer.infohashes(), answer.outOf(), answer.interval());
  }

  @Override
  public void finish(long now, Home home, LookupResult result) {
    listener.onFinish(result);
  }
}
