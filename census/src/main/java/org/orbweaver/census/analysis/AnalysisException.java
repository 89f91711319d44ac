package org.orbweaver.census.analysis;

import org.jspecify.annotations.Nullable;

/** A query cannot be answered; the message is the sentence for the user. */
public final class AnalysisException extends RuntimeException {
  public AnalysisException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
