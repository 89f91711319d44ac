package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  @Test
  void allThatIsRehearsedAfterABuildGoesWell() throws IOException {
    assertThat(Rehearsal.play()).isEmpty();
  }
}
