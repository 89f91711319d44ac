package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

class PartImageTest {
  private final Task task = Task.of(CrawlId.numbered(1), "https://large.example/page");

  @Test
  void fullPartsArePassedBy() {
    PartImage image = new PartImage(10, true);
    assertThat(image.place(task, 0).level()).isZero();
    image.learnFull(part(task), 1);
    assertThat(image.place(task, 0).level()).isEqualTo(HostPart.STEP);
    image.learnFull(part(task), 2);
    image.learnFull(part(task), 1);
    assertThat(image.place(task, 0).level()).isEqualTo(2 * HostPart.STEP);
    image.learnFull(part(task.at(2 * HostPart.STEP)), 1);
    assertThat(image.place(task, 0).level()).isEqualTo(3 * HostPart.STEP);
    assertThat(image.place(task, 4 * HostPart.STEP).level()).isEqualTo(4 * HostPart.STEP);
  }

  @Test
  void onlyThePartsOfOneBranchAreKnown() {
    PartImage image = new PartImage(10, true);
    image.learnFull(part(task.at(HostPart.STEP)), 1);
    Task other = Task.of(CrawlId.numbered(1), "https://large.example/other");
    assertThat(image.place(other, HostPart.STEP).level()).isEqualTo(HostPart.STEP);
  }

  @Test
  void withUrlKeysEachPageIsAlone() {
    assertThat(new PartImage(10, false).place(task, 0).level()).isEqualTo(TaskKey.HIGHEST_LEVEL);
  }

  private static HostPart part(Task task) {
    return Objects.requireNonNull(task.part());
  }
}
