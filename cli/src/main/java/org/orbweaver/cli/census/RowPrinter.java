package org.orbweaver.cli.census;

import org.orbweaver.census.analysis.RowSink;

/** Prints an answer; {@link #close} ends it. */
sealed interface RowPrinter extends RowSink, AutoCloseable permits CsvRows, JsonRows, TableRows {
  @Override
  void close();
}
