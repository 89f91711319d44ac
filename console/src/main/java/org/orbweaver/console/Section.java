package org.orbweaver.console;

import io.javalin.config.RoutesConfig;

/** A part of the console: its routes. */
public interface Section {
  void addTo(RoutesConfig routes);

  /** Whether whoever asks for that must bring the console's key, where it has one. */
  default boolean needsKey(String path) {
    return true;
  }

  /** Called once when the server stops. */
  default void stop() {}
}
