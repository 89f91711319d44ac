package org.orbweaver.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseablesTest {
  private final List<String> closed = new ArrayList<>();

  private void close(String name) {
    closed.add(name);
  }

  /** A failure of any kind half-way left folders and locks of all others behind. */
  @Test
  void allAreClosedTheLastFirstWhateverSomeThrow() {
    Closeables all = new Closeables();
    all.add("folder", () -> close("folder"));
    all.add(
        "database",
        () -> {
          close("database");
          throw new IOException("the disk is full");
        });
    all.add("socket", () -> close("socket"));
    all.add(
        "loop",
        () -> {
          close("loop");
          throw new IllegalStateException("the loop has ended");
        });
    assertThatThrownBy(all::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the loop has ended")
        .satisfies(thrown -> assertThat(thrown.getSuppressed()[0]).hasMessage("the disk is full"));
    assertThat(closed).containsExactly("loop", "socket", "database", "folder");
  }
}
