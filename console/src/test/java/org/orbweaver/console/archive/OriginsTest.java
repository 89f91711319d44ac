package org.orbweaver.console.archive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginsTest {
  private final Origins onLoopback = new Origins(8467, 8468, true, null);

  /** A name that leads to 127.0.0.1 must not let a page of that name read the archive. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1.evil.example:8467", "127.evil.example", "evil.example", ""})
  void namesThatOnlyBeginLikeThisMachineAreNotOurs(String host) {
    assertThat(onLoopback.isOurs(host)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:8467", "127.3.2.1", "LOCALHOST:8467", "[::1]:8467"})
  void thisMachinesNamesAre(String host) {
    assertThat(onLoopback.isOurs(host)).isTrue();
  }
}
