package org.orbweaver.census.journal;

import java.io.IOException;

/** A journal cannot be read; the message is the sentence for the user. */
public final class JournalException extends IOException {
  JournalException(String message) {
    super(message);
  }
}
