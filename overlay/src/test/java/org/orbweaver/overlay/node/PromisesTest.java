package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

class PromisesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Endpoint FIRST = Endpoint.parse("192.0.2.1:7117");
  private static final Endpoint SECOND_ONE = Endpoint.parse("192.0.2.2:7117");

  private final Promises promises = new Promises();
  private final List<EntryId> pieces = List.of(id("https://a.example/"), id("https://b.example/"));

  private static EntryId id(String uri) {
    return Task.of(CrawlId.numbered(1), uri).id();
  }

  @Test
  void whatOneHasPromisedAnotherNeedNotSend() {
    promises.at(SECOND);
    promises.promise(pieces.getFirst(), FIRST);
    assertThat(promises.isUnderWay(pieces.getFirst(), SECOND_ONE)).isTrue();
    assertThat(promises.isUnderWay(pieces.getFirst(), FIRST)).isFalse();
    assertThat(promises.isUnderWay(pieces.getLast(), SECOND_ONE)).isFalse();
    promises.came(pieces.getFirst(), FIRST);
    assertThat(promises.isUnderWay(pieces.getFirst())).isFalse();
  }

  @Test
  void whoPromisesAndSendsNothingIsNotWaitedFor() {
    promises.at(SECOND);
    promises.promise(pieces.getFirst(), FIRST);
    promises.at(29 * SECOND);
    promises.promise(pieces.getFirst(), FIRST); // to say it again makes it no longer
    promises.at(32 * SECOND);
    assertThat(promises.isUnderWay(pieces.getFirst(), SECOND_ONE)).isFalse();
    promises.promise(pieces.getFirst(), SECOND_ONE);
    assertThat(promises.isUnderWay(pieces.getFirst(), FIRST)).isTrue();
  }

  @Test
  void whoSendsOneAfterTheOtherIsWaitedForButNotForEver() {
    promises.at(SECOND);
    promises.promise(pieces.getFirst(), FIRST);
    for (int time = 20; time < 120; time += 20) {
      promises.at(time * SECOND);
      promises.promise(pieces.getLast(), FIRST);
      promises.came(pieces.getLast(), FIRST);
      assertThat(promises.isUnderWay(pieces.getFirst(), SECOND_ONE)).isTrue();
    }
    promises.at(122 * SECOND);
    assertThat(promises.isUnderWay(pieces.getFirst(), SECOND_ONE)).isFalse();
  }

  @Test
  void aChangeOfTheViewMayRelieveWhoPromised() {
    promises.at(SECOND);
    promises.promise(pieces.getFirst(), FIRST);
    promises.promise(pieces.getLast(), SECOND_ONE);
    promises.review((id, by) -> by.equals(SECOND_ONE));
    assertThat(promises.isUnderWay(pieces.getFirst(), SECOND_ONE)).isFalse();
    assertThat(promises.isUnderWay(pieces.getLast(), FIRST)).isTrue();
  }
}
