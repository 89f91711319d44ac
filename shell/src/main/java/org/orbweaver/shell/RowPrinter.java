package org.orbweaver.shell;

import org.orbweaver.census.analysis.RowSink;

/** Prints an answer; {@link #close} ends it. */
public sealed interface RowPrinter extends RowSink, AutoCloseable
    permits CsvRows, JsonRows, TableRows {
  @Override
  void close();
}
