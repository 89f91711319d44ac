package org.orbweaver.indexer.store;

/** The engine failed us; the message says what it said. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
