package org.orbweaver.app.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.rpc.RpcMessage;

class SwarmRecordsTest {
  private static final Endpoint PEER = Endpoint.parse("10.0.0.1:7000");

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

  /** A swarm of one that lists as it likes, a second an answer. */
  private SwarmAccess swarm(boolean beyond) {
    return (SwarmAccess)
        Proxy.newProxyInstance(
            SwarmAccess.class.getClassLoader(),
            new Class<?>[] {SwarmAccess.class},
            (proxy, method, arguments) -> {
              RpcMessage.ListResults question = (RpcMessage.ListResults) arguments[1];
              clock.addAndGet(Duration.ofSeconds(1).toNanos());
              asked.incrementAndGet();
              return new RpcMessage.Results(
                  List.of(), List.of(beyond ? question.to().next() : question.from().next()));
            });
  }

  @Test
  void aPeerThatAlwaysPromisesMoreIsLeftAsOneThatHasNotSaidAll() {
    SwarmRecords records = new SwarmRecords(swarm(false), clock::get);
    RpcMessage.ListResults address = RpcMessage.ListResults.of(new Key(1, 2, 3));
    assertThat(records.ask(List.of(PEER), address, nothing)).isZero();
    assertThat(asked).hasValue(20);
  }

  @Test
  void whatLiesBehindTheQuestionIsNotAskedFor() {
    SwarmRecords records = new SwarmRecords(swarm(true), clock::get);
    RpcMessage.ListResults address = RpcMessage.ListResults.of(new Key(1, 2, 3));
    assertThat(records.ask(List.of(PEER), address, nothing)).isEqualTo(1);
    assertThat(asked).hasValue(1);
  }
}
