package org.orbweaver.indexer.titles;

import java.util.OptionalInt;
import org.orbweaver.indexer.search.Words;

/** One name of a film or series. */
public record Title(TitleId id, String name, OptionalInt year, boolean series) {
  /** The words of a name: what must be equal for two names to be the same. */
  public static String folded(String name) {
    return String.join(" ", Words.texts(name));
  }
}
