package org.orbweaver.console.index;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The fixed files of the page. Only names that are listed here are ever looked up. */
final class Resources {
  private static final Map<String, String> TYPES =
      Map.of(
          "index.html", "text/html; charset=utf-8",
          "style.css", "text/css; charset=utf-8",
          "icon.svg", "image/svg+xml",
          "app.js", "text/javascript; charset=utf-8",
          "search.js", "text/javascript; charset=utf-8",
          "torrent.js", "text/javascript; charset=utf-8",
          "dashboard.js", "text/javascript; charset=utf-8",
          "counters.json", "application/json; charset=utf-8",
          "elements.js", "text/javascript; charset=utf-8");

  private Resources() {}

  static void send(Context context, String name) {
    String type = TYPES.get(name);
    if (type == null) {
      throw new NotFoundResponse("no such file");
    }
    try (InputStream stream = Resources.class.getResourceAsStream("page/" + name)) {
      if (stream == null) {
        throw new NotFoundResponse("no such file");
      }
      context.contentType(type).header("Cache-Control", "no-cache").result(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
