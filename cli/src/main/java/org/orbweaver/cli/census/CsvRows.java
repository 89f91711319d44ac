package org.orbweaver.cli.census;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** RFC 4180, with a line of names first. */
final class CsvRows implements RowPrinter {
  private final PrintWriter out;

  CsvRows(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> names) {
    out.println(names.stream().map(CsvRows::field).collect(Collectors.joining(",")));
  }

  @Override
  public boolean row(List<@Nullable Object> values) {
    out.println(
        values.stream()
            .map(value -> field(Objects.toString(value, "")))
            .collect(Collectors.joining(",")));
    return !out.checkError();
  }

  private static String field(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() {
    out.flush();
  }
}
