package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.SuspectNodes.Verdict;

class SuspectNodesTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final Endpoint NODE = Endpoint.parse("192.0.2.1:6881");

  private final SplittableRandom random = new SplittableRandom(9);
  private final SuspectNodes suspects = new SuspectNodes(1024, random);
  private final UnreachableNodes unreachable = new UnreachableNodes(1024, random);
  private final Key id = Key.random(random);
  private final Key other = Key.random(random);
  private final Key target = Key.random(random);

  @Test
  void nodeThatAnswersAsExpectedIsCredible() {
    assertThat(suspects.answered(0, NODE, id, target, id)).isEqualTo(Verdict.CREDIBLE);
    assertThat(suspects.answered(0, NODE, null, target, other)).isEqualTo(Verdict.CREDIBLE);
  }

  @Test
  void nodeThatRestartedWithANewIdIsWatchedButNotBanned() {
    assertThat(suspects.answered(0, NODE, id, target, other)).isEqualTo(Verdict.SURPRISING);
    assertThat(suspects.isBanned(0, NODE)).isFalse();
    assertThat(suspects.answered(MINUTE, NODE, id, target, other)).isEqualTo(Verdict.CREDIBLE);
  }

  @Test
  void nodeThatChangesItsIdTwiceIsBannedForFortyMinutes() {
    suspects.answered(0, NODE, id, target, other);
    assertThat(suspects.answered(MINUTE, NODE, other, target, Key.random(random)))
        .isEqualTo(Verdict.LYING);
    assertThat(suspects.isBanned(40 * MINUTE, NODE)).isTrue();
    assertThat(suspects.isBanned(41 * MINUTE, NODE)).isFalse();
    assertThat(suspects.isBanned(MINUTE, NODE.withPort(1))).isFalse();
  }

  @Test
  void nodeThatAnswersWithTheTargetAsItsIdIsBannedForHalfADay() {
    Key nearTarget = target.prefixThen(150, Key.random(random));
    assertThat(suspects.answered(0, NODE, id, target, nearTarget)).isEqualTo(Verdict.LYING);
    assertThat(suspects.isBanned(11 * 60 * MINUTE, NODE)).isTrue();
    assertThat(suspects.isBanned(13 * 60 * MINUTE, NODE)).isFalse();
  }

  @Test
  void surpriseKeepsANodeOutOfTheTableForAMinute() {
    assertThat(suspects.answered(0, NODE, id, null, id.flip(3))).isEqualTo(Verdict.SURPRISING);
    assertThat(suspects.isFreshlyWatched(MINUTE - 1, NODE)).isTrue();
    assertThat(suspects.isFreshlyWatched(MINUTE, NODE)).isFalse();
  }

  @Test
  void nodeThatIsItselfTheTargetIsCredible() {
    assertThat(suspects.answered(0, NODE, id, id, id)).isEqualTo(Verdict.CREDIBLE);
  }

  @Test
  void lostPacketOrTwoAreExcused() {
    unreachable.failed(0, NODE);
    unreachable.failed(1, NODE);
    assertThat(unreachable.contains(2, NODE)).isFalse();
  }

  @Test
  void silentNodeIsLeftAloneForDoublingTimes() {
    fail(0, 3);
    assertThat(unreachable.contains(MINUTE, NODE)).isTrue();
    assertThat(unreachable.contains(2 * MINUTE, NODE)).isFalse();
    fail(2 * MINUTE, 1);
    assertThat(unreachable.contains(5 * MINUTE, NODE)).isTrue();
    assertThat(unreachable.contains(6 * MINUTE, NODE)).isFalse();
    fail(6 * MINUTE, 50);
    assertThat(unreachable.contains(6 * MINUTE + 255 * MINUTE, NODE)).isTrue();
    assertThat(unreachable.contains(6 * MINUTE + 256 * MINUTE, NODE)).isFalse();
  }

  @Test
  void answerHalvesTheFailures() {
    fail(0, 8);
    unreachable.answered(MINUTE, NODE);
    assertThat(unreachable.contains(MINUTE, NODE)).isFalse();
    fail(MINUTE, 1); // the fifth: 8 minutes
    assertThat(unreachable.contains(8 * MINUTE, NODE)).isTrue();
    assertThat(unreachable.contains(9 * MINUTE, NODE)).isFalse();
  }

  @Test
  void fullTableForgetsWhatWouldEndFirstAndKeepsItsSize() {
    for (int i = 0; i < 100_000; i++) {
      Endpoint endpoint = Endpoint.v4(i, 1);
      unreachable.failed(i, endpoint);
      unreachable.failed(i, endpoint);
      unreachable.failed(i, endpoint);
    }
    int kept = 0;
    for (int i = 0; i < 100_000; i++) {
      kept += unreachable.contains(100_000, Endpoint.v4(i, 1)) ? 1 : 0;
    }
    assertThat(kept).isEqualTo(1024);
    assertThat(unreachable.contains(100_000, Endpoint.v4(99_999, 1))).isTrue();
  }

  private void fail(long now, int times) {
    for (int i = 0; i < times; i++) {
      unreachable.failed(now, NODE);
    }
  }
}
