package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

class ReplicationQueueTest {
  private static final Endpoint HOLDER = Endpoint.parse("192.0.2.1:7117");
  private static final Endpoint OTHER = Endpoint.parse("192.0.2.2:7117");
  private static final long SECOND = 1_000_000_000L;

  /** Says that one is wanted that was not named. */
  private static final byte[] BEYOND = {0, 0, 1};

  /** Of 2, 4, 8 and 16 s. */
  private static final List<Long> AFTER_PAUSES =
      List.of(4 * SECOND, 9 * SECOND, 18 * SECOND, 35 * SECOND);

  private final Entry entry = Task.of(CrawlId.numbered(1), "https://a.example/").queued();
  private final List<RpcMessage.Call> sent = new ArrayList<>();
  private final List<ReplicationQueue.Answer> answers = new ArrayList<>();
  private final List<EntryId> paid = new ArrayList<>();
  private final List<EntryId> declined = new ArrayList<>();
  private boolean mayWait;

  private ReplicationQueue queue = queue(false);

  private ReplicationQueue queue(boolean large) {
    return new ReplicationQueue(
        new SomeEntries(),
        large,
        new RepairRate(0),
        (now, to, message, answer) -> {
          sent.add(message);
          answers.add(answer);
        },
        new ReplicationQueue.Settlement() {
          @Override
          public boolean agrees(RpcMessage.Kept reply, List<EntryId> about) {
            return reply.fingerprint() == 7;
          }

          @Override
          public boolean mayWait(EntryId id) {
            return mayWait;
          }

          @Override
          public void everywhere(EntryId id) {}

          @Override
          public void paid(EntryId id) {
            paid.add(id);
          }

          @Override
          public void declined(Endpoint by, EntryId id) {
            declined.add(id);
          }

          @Override
          public void damaged(EntryId id) {}
        });
  }

  private final TreeMap<EntryId, Entry> entries = new TreeMap<>(Map.of(entry.id(), entry));

  private final class SomeEntries implements Disk {

    @Override
    public @Nullable Entry get(EntryId id) {
      return entries.get(id);
    }

    @Override
    public List<Entry> from(EntryId id, int most) {
      return entries.tailMap(id, true).values().stream().limit(most).toList();
    }

    @Override
    public void put(Entry other) {
      entries.put(other.id(), other);
    }

    @Override
    public void delete(EntryId id) {
      entries.remove(id);
    }

    @Override
    public void sync(Runnable durable) {
      durable.run();
    }
  }

  /** Each of them was asked again as fast as it answered, or every two seconds, for ever. */
  @Test
  void whoNeverAgreesIsAskedEverMoreRarely() {
    for (RpcMessage never :
        List.of(
            new RpcMessage.Wanted(new byte[0], new byte[0]),
            new RpcMessage.Wanted(BEYOND, new byte[0]),
            new RpcMessage.Declined(new byte[0], new byte[0]),
            new RpcMessage.Kept(8))) {
      queue = queue(false);
      sent.clear();
      queue.ask(HOLDER, entry.id());
      for (int second = 0; second < 300; second++) {
        queue.pay(second * SECOND);
        if (!answers.isEmpty()) {
          answer(second * SECOND + 1, never);
        }
      }
      assertThat(sent).hasSizeBetween(10, 14);
    }
  }

  /** It kept a page from being finished for as long as it lived. */
  @Test
  void whoSaysThatAnotherWillBringItIsBelievedForMinutesOnly() {
    queue = queue(true);
    queue.offer(HOLDER, entry.id(), 2);
    for (int second = 0; second < 700; second++) {
      queue.pay(second * SECOND);
      if (!answers.isEmpty()) {
        answer(second * SECOND + 1, new RpcMessage.Wanted(new byte[0], new byte[] {1}));
      }
    }
    assertThat(declined).containsExactly(entry.id());
    assertThat(queue.isPaid(entry.id())).isTrue();
  }

  /** While so much was owed, to whomever, nothing else was repaired, taken over or compared. */
  @Test
  void whatIsOwedToOneThatNeverAgreesKeepsNothingElseWaiting() {
    for (int i = 0; i < 5_000; i++) {
      Entry each = Task.of(CrawlId.numbered(1), "https://host" + i + ".example/").queued();
      entries.put(each.id(), each);
      queue.ask(HOLDER, each.id());
    }
    for (int second = 0; second < 200; second++) {
      queue.pay(second * SECOND);
      if (!answers.isEmpty()) {
        answer(second * SECOND + 1, new RpcMessage.Kept(8));
      }
      if (second == 10) {
        assertThat(queue.moving()).isGreaterThan(Rebalancing.MOST_OWED);
      }
    }
    assertThat(queue.moving()).isZero();
    Set<EntryId> owed = queue.clear();
    owed.forEach(id -> queue.ask(HOLDER, id));
    assertThat(queue.moving()).as("nor when the view changes").isLessThan(Rebalancing.MOST_OWED);
    queue.owe(OTHER, entry.id(), false);
    assertThat(queue.moving()).isPositive();
  }

  @Test
  void whoDoesNotAgreeYetIsBroughtWhatIsNewMeanwhile() {
    queue.ask(HOLDER, entry.id());
    queue.pay(0);
    answer(1, new RpcMessage.Kept(8));
    oweMany();
    queue.pay(2);
    assertThat(entriesSent()).isEqualTo(100);
  }

  /** Owes a hundred entries. */
  private void oweMany() {
    for (int i = 0; i < 100; i++) {
      Entry each = Task.of(CrawlId.numbered(1), "https://host" + i + ".example/").queued();
      entries.put(each.id(), each);
      queue.owe(HOLDER, each.id(), false);
    }
  }

  private int entriesSent() {
    return ((RpcMessage.StoreBackup) sent.getLast()).entries().size();
  }

  /** A mute member would have full batches read and sent for it every two seconds. */
  @Test
  void whoIsSilentIsBroughtOneEntryAtATimeUntilItAnswers() {
    oweMany();
    queue.pay(0);
    assertThat(entriesSent()).isEqualTo(100);
    answer(SECOND, null);
    for (int i = 0; i < 4; i++) {
      queue.pay(AFTER_PAUSES.get(i));
      assertThat(sent).hasSize(2 + i);
      assertThat(entriesSent()).isEqualTo(1);
      answer(AFTER_PAUSES.get(i), i < 3 ? null : RpcMessage.Kept.HERE);
    }
    assertThat(sent).hasSize(6);
    assertThat(entriesSent()).isEqualTo(99);
  }

  @Test
  void whatIsTriedWithTheSilentIsAnotherEntryEachTime() {
    oweMany();
    queue.pay(0);
    answer(SECOND, null);
    Set<EntryId> tried = new HashSet<>();
    for (long at : AFTER_PAUSES) {
      queue.pay(at);
      ((RpcMessage.StoreBackup) sent.getLast()).entries().forEach(each -> tried.add(each.id()));
      answer(at, null);
    }
    assertThat(tried).hasSize(4);
  }

  @Test
  void whoIsSilentForMinutesIsGivenUpForAllThatWaitsForIt() {
    oweMany();
    queue.pay(0);
    answer(SECOND, null);
    queue.pay(60 * SECOND);
    answer(61 * SECOND, null);
    assertThat(declined).isEmpty();
    queue.pay(122 * SECOND);
    answer(123 * SECOND, null);
    assertThat(declined).hasSize(100);
    queue.owe(HOLDER, entry.id(), false);
    queue.pay(140 * SECOND);
    answer(141 * SECOND, null);
    assertThat(declined).as("nobody waits for it anew").hasSize(101);
  }

  private void answer(long at, @Nullable RpcMessage reply) {
    answers.removeFirst().received(at, reply);
    queue.pay(at);
  }

  /** O13: who answered "wanted" to what it was sent had it sent again, as fast as it answered. */
  @Test
  void wantedAsAnswerToWhatWasSentIsNoReasonToSendItAtOnce() {
    queue.owe(HOLDER, entry.id(), false);
    queue.pay(0);
    for (int i = 1; i <= 1000; i++) {
      if (!answers.isEmpty()) {
        answer(i, new RpcMessage.Wanted(new byte[] {1}, new byte[0]));
      }
    }
    assertThat(sent).hasSize(1);
    queue.pay(3 * SECOND);
    assertThat(sent).hasSize(2);
    answer(3 * SECOND, RpcMessage.Kept.HERE);
    assertThat(paid).containsExactly(entry.id());
  }

  @Test
  void whoAsksWhetherAllHaveItWhileOneIsAwayAsksAgainLaterUnlessSomebodyWaits() {
    queue.owe(HOLDER, entry.id(), true);
    queue.pay(0);
    answer(1, RpcMessage.Kept.HERE);
    assertThat(queue.isPaid(entry.id())).isFalse();
    queue.pay(3 * SECOND);
    assertThat(sent).hasSize(2);
    mayWait = true;
    answer(3 * SECOND, RpcMessage.Kept.HERE);
    assertThat(queue.isPaid(entry.id())).isTrue();
  }

  @Test
  void whatIsDeclinedIsOwedNoMoreAndSaidToBe() {
    queue.owe(HOLDER, entry.id(), false);
    queue.pay(0);
    answers.getLast().received(SECOND, new RpcMessage.Declined(new byte[1], new byte[] {1}));
    queue.pay(10 * SECOND);
    assertThat(declined).containsExactly(entry.id());
    assertThat(paid).as("nobody waits for it").containsExactly(entry.id());
    assertThat(sent).hasSize(1);
  }

  @Test
  void whatAnotherHasPromisedStaysOwedAndIsOfferedAgain() {
    queue = queue(true);
    queue.offer(HOLDER, entry.id(), 2);
    queue.pay(0);
    answer(1, new RpcMessage.Wanted(new byte[0], new byte[] {1}));
    assertThat(queue.isPaid(entry.id())).isFalse();
    queue.pay(4 * SECOND);
    assertThat(sent).hasSize(1);
    long next = queue.pay(4 * SECOND);
    queue.pay(next);
    assertThat(sent).hasSize(2).allMatch(each -> each instanceof RpcMessage.RefreshTask);
    answer(next, new RpcMessage.Wanted(new byte[] {1}, new byte[0]));
    assertThat(sent.getLast()).isInstanceOf(RpcMessage.StoreBackup.class);
    answer(next, RpcMessage.Kept.HERE);
    assertThat(paid).containsExactly(entry.id());
  }

  @Test
  void aPieceOnItsWayIsNotSentTwiceBecauseItIsOfferedAgain() {
    queue = queue(true);
    queue.repair(HOLDER, entry.id(), 2);
    queue.pay(0);
    queue.offer(HOLDER, entry.id(), 2);
    queue.pay(1);
    assertThat(sent).hasSize(1);
    answer(2, null);
    queue.pay(3 * SECOND);
    assertThat(sent).as("nobody answered").hasSize(2);
    answer(3 * SECOND, RpcMessage.Kept.HERE);
    assertThat(paid).containsExactly(entry.id());
  }

  @Test
  void aPieceOnItsWayWhenTheViewChangesIsNotSentOnceMore() {
    queue = queue(true);
    queue.repair(HOLDER, entry.id(), 2);
    queue.pay(0);
    queue.clear();
    queue.offer(HOLDER, entry.id(), 2);
    queue.pay(1);
    answers.removeLast().received(2, new RpcMessage.Wanted(new byte[] {1}, new byte[0]));
    queue.pay(2);
    assertThat(sent).hasSize(2);
    answer(3, RpcMessage.Kept.HERE);
    assertThat(queue.isPaid(entry.id())).as("of the view before").isFalse();
    queue.pay(6 * SECOND);
    assertThat(sent).hasSize(3);
    answer(6 * SECOND, new RpcMessage.Wanted(new byte[0], new byte[0]));
    assertThat(paid).containsExactly(entry.id());
  }
}
