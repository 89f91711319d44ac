package org.orbweaver.archive.search;

import java.io.IOException;

/** Finds pages by their words, in one place or in many. */
@FunctionalInterface
public interface WordSearch {
  /** Whether there is nothing to search in. */
  default boolean isEmpty() throws IOException {
    return false;
  }

  TextSearch.Answer search(TextSearch.Question question) throws IOException;
}
