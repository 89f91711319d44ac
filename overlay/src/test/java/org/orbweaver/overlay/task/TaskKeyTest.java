package org.orbweaver.overlay.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class TaskKeyTest {
  private static final Authorship BY = Authorship.unsigned(1, Endpoint.parse("10.0.0.66:7000"));

  @Test
  void pagesOfOneHostAreNeighbours() {
    Key one = TaskKey.of("https://example.org/a", 0);
    Key other = TaskKey.of("https://EXAMPLE.org/b?c", 0);
    assertThat(one.commonPrefixLength(other)).isGreaterThanOrEqualTo(TaskKey.PLACE_BITS);
    assertThat(one.commonPrefixLength(TaskKey.of("https://example.com/a", 0))).isLessThan(32);
  }

  @Test
  void theHostIsFoundInAnyUrl() {
    assertThat(TaskKey.host("HTTP://User@Example.org:80/a@b?c")).isEqualTo("example.org:80");
    assertThat(TaskKey.host("https://example.org?q")).isEqualTo("example.org");
    assertThat(TaskKey.host("https://")).isEmpty();
    assertThat(TaskKey.host("magnet:?xt=urn:btih:00")).isEmpty();
  }

  @Test
  void aPagesPartsOfHigherLevelsLieElsewhere() {
    String url = "https://large.example/1";
    assertThat(TaskKey.of(url, 0).high()).isNotEqualTo(TaskKey.of(url, HostPart.STEP).high());
    HostPart part =
        Objects.requireNonNull(Task.of(CrawlId.numbered(1), url).at(HostPart.STEP).part());
    assertThat(HostPart.reportedBy(part.report(1))).isEqualTo(part);
    assertThat(part.id().key().high()).isEqualTo(TaskKey.of(url, HostPart.STEP).high());
  }

  @Test
  void whatHasNoHostCarriesItsKeyAlong() {
    Key key = Key.parse("0123456789abcdef0123456789abcdef01234567");
    Task task = Task.of(CrawlId.numbered(1), "number:7", key);
    assertThat(task.id().key()).isEqualTo(key);
    assertThat(Task.of(task.processed(BY, new byte[] {5}))).isEqualTo(task);
    assertThat(task.result(task.processed(BY, new byte[] {5}))).containsExactly(5);
    assertThat(task.part()).isNull();
    assertThat(task.at(HostPart.STEP)).isEqualTo(task);
    assertThat(Task.of(CrawlId.numbered(1), "number:7").id().key())
        .isEqualTo(TaskKey.sha1("number:7"));
    assertThat(Task.of(CrawlId.numbered(1), "https://example.org/", key).own())
        .as("hosts have no choice")
        .isNull();
  }

  @Test
  void aTaskComesBackFromItsEntry() {
    Task task = Task.of(CrawlId.numbered(42), "https://example.org/ü").inRound(3).atDepth(2).at(4);
    assertThat(Task.of(task.queued())).isEqualTo(task);
    assertThat(Task.of(task.processed(BY, new byte[9]))).isEqualTo(task);
    assertThat(Task.read(new byte[5])).isNull();
  }
}
