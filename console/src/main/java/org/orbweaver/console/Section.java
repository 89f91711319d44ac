package org.orbweaver.console;

import io.javalin.config.RoutesConfig;

/** A part of the console: its routes. */
public interface Section {
  void addTo(RoutesConfig routes);

  /** Called once when the server stops. */
  default void stop() {}
}
