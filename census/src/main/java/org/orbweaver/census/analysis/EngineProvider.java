package org.orbweaver.census.analysis;

import java.nio.file.Path;
import java.util.Map;

/** Opens an engine that is not part of the program; found by {@link java.util.ServiceLoader}. */
public interface EngineProvider {
  /** As {@code --engine} names it. */
  String name();

  /**
   * @param master where it is to run, in the engine's own words: {@code local[2]}, {@code
   *     spark://host:7077}
   */
  AnalysisEngine open(AnalysisTables tables, String master);

  /**
   * Over any tables.
   *
   * @param tables Parquet files by the names they have in questions
   */
  AnalysisEngine open(Map<String, Path> tables, String master);
}
