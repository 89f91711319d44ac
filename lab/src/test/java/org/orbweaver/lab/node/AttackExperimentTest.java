package org.orbweaver.lab.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.node.AttackExperiment.Attack;
import org.orbweaver.lab.node.AttackExperiment.Row;

class AttackExperimentTest {
  @ParameterizedTest
  @EnumSource(Attack.class)
  void tableStaysHonestAndLive(Attack attack) {
    Duration time = Duration.ofMinutes(5);
    Row row =
        new AttackExperiment(10_000, time, List.of(1L, 2L, 3L), Progress.SILENT).run(attack, 1);
    assertThat(row.worst()).as(row.toString()).isGreaterThanOrEqualTo(0.93);
  }
}
