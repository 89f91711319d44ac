package org.orbweaver.console.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import org.orbweaver.console.Look;

/** The fixed files of the page. Only names that are listed here are ever looked up. */
final class Resources {
  private static final Map<String, String> TYPES =
      Map.of(
          "app.js", "text/javascript; charset=utf-8",
          "search.js", "text/javascript; charset=utf-8",
          "torrent.js", "text/javascript; charset=utf-8",
          "dashboard.js", "text/javascript; charset=utf-8",
          "counters.json", "application/json; charset=utf-8",
          "words_de.json", "application/json; charset=utf-8",
          "elements.js", "text/javascript; charset=utf-8");

  private Resources() {}

  static void send(Context context, String name) {
    if (Look.has(name)) {
      Look.send(context, name);
    } else {
      Look.send(context, Resources.class, "page/" + name, TYPES.get(name));
    }
  }

  static String text(String name) {
    try (InputStream stream = Resources.class.getResourceAsStream("page/" + name)) {
      return new String(Objects.requireNonNull(stream, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
