package org.orbweaver.console.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleKeyTest {
  @TempDir private Path folder;

  @Test
  void itIsDrawnAndToldOnceAndReadableByItsOwnerOnly() throws IOException {
    Path file = folder.resolve("console.key");
    List<String> told = new ArrayList<>();
    String key = ConsoleKey.in(file, told::add);
    assertThat(key).matches("[0-9a-f]{32}");
    assertThat(ConsoleKey.in(file, told::add)).isEqualTo(key);
    assertThat(told).hasSize(1).first().asString().contains(key);
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }

  /** A process that was killed between making the file and writing it left one. */
  @Test
  void anEmptyFileIsNoKeyThatEverybodyHas() throws IOException {
    Path file = Files.writeString(folder.resolve("console.key"), "\n");
    assertThatThrownBy(() -> ConsoleKey.in(file, _ -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("remove it");
  }
}
