package org.orbweaver.census.analysis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes an answer row by row: a printer, a {@link Table}. */
public interface RowSink {
  /** Comes first, once. */
  void columns(List<String> names);

  /**
   * @param values whole numbers as Long, others as Double, bytes as hexadecimal text; null where
   *     SQL says so
   * @return whether more rows are wanted
   */
  boolean row(List<@Nullable Object> values);
}
