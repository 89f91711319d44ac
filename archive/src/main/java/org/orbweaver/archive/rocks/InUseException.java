package org.orbweaver.archive.rocks;

import java.io.IOException;

/** Another process has these tables open for writing. */
public final class InUseException extends IOException {
  private static final long serialVersionUID = 1;

  InUseException(String what, Throwable cause) {
    super(what + " is in use by another process: stop that first", cause);
  }
}
