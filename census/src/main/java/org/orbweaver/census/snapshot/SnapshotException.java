package org.orbweaver.census.snapshot;

import org.jspecify.annotations.Nullable;

/** A snapshot cannot be written or read; the message is the sentence for the user. */
public final class SnapshotException extends RuntimeException {
  public SnapshotException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public SnapshotException(String message) {
    this(message, null);
  }
}
