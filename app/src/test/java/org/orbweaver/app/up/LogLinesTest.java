package org.orbweaver.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogLinesTest {
  private final EventLog.Event hostile =
      new EventLog.Event(
          Instant.EPOCH, EventLog.Level.WARN, "a peer", "said \u001b]0;taken\u0007\nand more");

  @Test
  void noEventCommandsATerminalOrBeginsALineOfItsOwn() {
    for (LogLines form : List.of(LogLines.TEXT, LogLines.JSON)) {
      List<String> lines = new ArrayList<>();
      form.to(lines::add).accept(hostile);
      assertThat(lines).hasSize(1);
      assertThat(lines.getFirst().codePoints()).as(form.name()).noneMatch(Character::isISOControl);
      assertThat(lines.getFirst()).contains("a peer", "said", "and more");
    }
  }
}
