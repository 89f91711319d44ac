package org.orbweaver.shell;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prints RFC 4180, with a line of names first. */
public final class CsvRows implements RowPrinter {
  private final PrintWriter out;
  private final CsvWriter writer;

  public CsvRows(PrintWriter out) {
    this.out = out;
    // Without a buffer of its own, so that a pipe closed at the other end is noticed at once.
    writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(out);
  }

  @Override
  public void columns(List<String> names) {
    writer.writeRecord(names);
  }

  @Override
  public boolean row(List<@Nullable Object> values) {
    writer.writeRecord(values.stream().map(value -> Objects.toString(value, "")).toList());
    return !out.checkError();
  }

  @Override
  public void close() {
    out.flush();
  }
}
