package org.orbweaver.census.analysis;

/** Opens an engine that is not part of the program; found by {@link java.util.ServiceLoader}. */
public interface EngineProvider {
  /** As {@code --engine} names it. */
  String name();

  /**
   * @param master where it is to run, in the engine's own words: {@code local[2]}, {@code
   *     spark://host:7077}
   */
  AnalysisEngine open(AnalysisTables tables, String master);
}
