package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComponentsTest {
  @Test
  @RealComponent(Component.LIBTORRENT)
  void aForeignProgramIsSpokenToInLines() throws Exception {
    try (ForeignProgram python =
        ForeignProgram.start(
            List.of("/usr/bin/python3", "-c", "print('hello', input(), flush=True)"))) {
      python.tell("orbweaver");
      assertThat(python.awaitLine("hello", Duration.ofSeconds(20))).isEqualTo("orbweaver");
    }
  }
}
