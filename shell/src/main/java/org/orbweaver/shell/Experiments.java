package org.orbweaver.shell;

import java.util.List;

/**
 * Commands of {@code orb lab} that are not part of the program: found among the libraries by {@link
 * java.util.ServiceLoader}, if they are there.
 */
public interface Experiments {
  /** Annotated classes, a command each, in the order in which they are listed. */
  List<Class<?>> commands();
}
