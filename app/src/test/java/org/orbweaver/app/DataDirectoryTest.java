package org.orbweaver.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataDirectoryTest {
  @Test
  void oneVariableMovesEverythingAndTheDesktopsOwnIsHonoured() {
    Path home = Path.of(System.getProperty("user.home"), ".local", "share", "orbweaver");
    assertThat(DataDirectory.usual(Map.of())).isEqualTo(home);
    assertThat(DataDirectory.usual(Map.of("ORB_DATA", "here"))).isEqualTo(Path.of("here"));
    assertThat(DataDirectory.usual(Map.of("XDG_DATA_HOME", "/data")))
        .isEqualTo(Path.of("/data/orbweaver"));
    assertThat(DataDirectory.usual(Map.of("XDG_DATA_HOME", "relative", "ORB_DATA", " ")))
        .isEqualTo(home);
  }
}
