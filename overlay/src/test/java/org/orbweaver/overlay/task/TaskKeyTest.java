package org.orbweaver.overlay.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;

class TaskKeyTest {
  @Test
  void pagesOfOneHostAreNeighbours() {
    Key one = TaskKey.of("https://example.org/a", 0);
    Key other = TaskKey.of("https://EXAMPLE.org/b?c", 0);
    assertThat(one.commonPrefixLength(other)).isGreaterThanOrEqualTo(TaskKey.HOST_BITS);
    assertThat(one.commonPrefixLength(TaskKey.of("https://example.com/a", 0)))
        .isLessThan(TaskKey.HOST_BITS);
  }

  @Test
  void halfOfTheirPagesStayWhenALargeHostIsSplitFurther() {
    for (int level = 0; level < 10; level++) {
      int stayed = 0;
      for (int page = 0; page < 1000; page++) {
        String url = "https://large.example/" + page;
        stayed += TaskKey.of(url, level).equals(TaskKey.of(url, level + 1)) ? 1 : 0;
      }
      assertThat(stayed).isBetween(430, 570);
    }
  }

  @Test
  void anInfohashIsItsOwnKeyAndAPrefixItsFirst() {
    String hash = "0123456789abcdef0123456789abcdef01234567";
    assertThat(TaskKey.of("magnet:?xt=urn:btih:" + hash + "&dn=x", 0)).isEqualTo(Key.parse(hash));
    assertThat(TaskKey.of("dht:prefix/1001", 0).toString()).startsWith("9000");
  }

  @Test
  void aTaskComesBackFromItsEntryAndAForgedOneDoesNot() {
    Task task = new Task(42, 3, 2, 1, "https://example.org/ü");
    assertThat(Task.of(task.queued())).isEqualTo(task);
    assertThat(Task.of(task.processed(new byte[9]))).isEqualTo(task);
    var forged =
        new Entry(new Task(42, 3, 2, 1, "https://other.example/").id(), 0, task.queued().body());
    assertThat(Task.of(forged)).isNull();
    assertThat(Task.read(new byte[5])).isNull();
  }
}
