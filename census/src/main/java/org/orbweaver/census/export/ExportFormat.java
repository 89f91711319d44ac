package org.orbweaver.census.export;

/** What an exported snapshot is written as. */
public enum ExportFormat {
  /** With a description beside it: a snapshot like any other. */
  PARQUET,
  CSV,
  /** One object a line. */
  JSON
}
