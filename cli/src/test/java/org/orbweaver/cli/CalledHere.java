package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code orb}, called in the process of the test. */
final class CalledHere {
  /** How a call ended. */
  record Run(int code, String out, String err) {}

  private CalledHere() {}

  static Run orb(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = orb(out, err, arguments);
    return new Run(code, out.toString(), err.toString());
  }

  static int orb(StringWriter out, StringWriter err, String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** What it says to a command that goes well. */
  static JsonNode json(StringWriter err, Stream<String> arguments) {
    StringWriter out = new StringWriter();
    assertThat(orb(out, err, arguments.toArray(String[]::new))).as(err::toString).isZero();
    return JsonMapper.shared().readTree(out.toString());
  }
}
