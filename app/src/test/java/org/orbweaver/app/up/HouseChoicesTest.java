package org.orbweaver.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HouseChoicesTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("choices.json");
  }

  @Test
  void whatWasChosenIsReadAgain() throws IOException {
    HouseChoices chosen = new HouseChoices(true, Duration.ofHours(6));
    chosen.write(file());
    assertThat(HouseChoices.read(file())).isEqualTo(chosen);
    HouseChoices.NONE.write(file());
    assertThat(HouseChoices.read(file())).isEqualTo(HouseChoices.NONE);
  }

  @Test
  void aFileThatAPowerFailureLeftEmptyIsNone() throws IOException {
    Files.writeString(file(), "");
    assertThat(HouseChoices.read(file())).isNull();
  }

  /** Each was read as "no index, no census" before. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"indx\": true}",
        "{\"index\": \"yes\"}",
        "{\"index\": true, \"censusEverySeconds\": \"1d\"}",
        "{\"index\": true, \"censusEverySeconds\": 1}",
        "[]",
        "null",
        "{\"index\": true"
      })
  void whatSomebodyMisspelledIsRefusedInASentenceThatNamesTheFile(String text) throws IOException {
    Files.writeString(file(), text);
    assertThatThrownBy(() -> HouseChoices.read(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file().toString());
  }
}
