package org.orbweaver.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableRowsTest {
  @Test
  void wordsOfStrangersCommandNoTerminal() {
    StringWriter out = new StringWriter();
    try (TableRows rows = new TableRows(new PrintWriter(out), 10)) {
      rows.columns(List.of("version"));
      rows.row(List.of("LT\u001b[2J\u009b31m\r"));
    }
    assertThat(out.toString().lines().flatMapToInt(String::chars).boxed())
        .noneMatch(Character::isISOControl);
    assertThat(out.toString()).contains("LT\ufffd[2J");
  }
}
