package org.orbweaver.census.places;

import java.nio.file.Path;

/** A database of places cannot be used; the message is the sentence for the user. */
public final class PlaceDatabaseException extends RuntimeException {
  PlaceDatabaseException(Path file, String what, Throwable cause) {
    super("the database " + file + " " + what, cause);
  }

  PlaceDatabaseException(Path file, String what) {
    super("the database " + file + " " + what);
  }
}
