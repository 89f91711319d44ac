package org.orbweaver.spark;

import java.nio.file.Path;
import java.util.Map;
import org.orbweaver.census.analysis.AnalysisEngine;
import org.orbweaver.census.analysis.AnalysisTables;
import org.orbweaver.census.analysis.EngineProvider;

/** {@code --engine spark}. */
public final class SparkProvider implements EngineProvider {
  @Override
  public String name() {
    return "spark";
  }

  @Override
  public AnalysisEngine open(AnalysisTables tables, String master) {
    return new SparkEngine(tables, master);
  }

  @Override
  public AnalysisEngine open(Map<String, Path> tables, String master) {
    return new SparkEngine(tables, master);
  }
}
