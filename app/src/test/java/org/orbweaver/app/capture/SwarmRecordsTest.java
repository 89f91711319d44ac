package org.orbweaver.app.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;

class SwarmRecordsTest {
  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private final SwarmRecords.Sink nothing =
      new SwarmRecords.Sink() {
        @Override
        public void add(Entry record) {}

        @Override
        public boolean isFull() {
          return false;
        }
      };

  /** Lists as it likes, a second an answer. */
  private SwarmAccess swarm(boolean beyond) {
    return new OnePeer() {
      @Override
      public RpcMessage.Results list(Endpoint whom, RpcMessage.ListResults question) {
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        asked.incrementAndGet();
        EntryId last = beyond ? question.to() : question.from();
        return new RpcMessage.Results(List.of(), List.of(last.next()));
      }
    };
  }

  @Test
  void aPeerThatAlwaysPromisesMoreIsLeftAsOneThatHasNotSaidAll() {
    SwarmRecords records = new SwarmRecords(swarm(false), clock::get);
    RpcMessage.ListResults address = RpcMessage.ListResults.of(new Key(1, 2, 3));
    assertThat(records.ask(List.of(OnePeer.PEER), address, nothing)).isZero();
    assertThat(asked).hasValue(20);
  }

  @Test
  void whatLiesBehindTheQuestionIsNotAskedFor() {
    SwarmRecords records = new SwarmRecords(swarm(true), clock::get);
    RpcMessage.ListResults address = RpcMessage.ListResults.of(new Key(1, 2, 3));
    assertThat(records.ask(List.of(OnePeer.PEER), address, nothing)).isEqualTo(1);
    assertThat(asked).hasValue(1);
  }
}
