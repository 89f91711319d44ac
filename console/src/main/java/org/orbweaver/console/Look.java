package org.orbweaver.console;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all pages of the console share: their look. Only names listed here are ever looked up. */
public final class Look {
  private static final Map<String, String> TYPES =
      Map.of(
          "style.css", "text/css; charset=utf-8",
          "icon.svg", "image/svg+xml",
          "grafana.json", "application/json; charset=utf-8",
          "live.js", "text/javascript; charset=utf-8");

  private Look() {}

  public static boolean has(String name) {
    return TYPES.containsKey(name);
  }

  public static void send(Context context, String name) {
    send(context, Look.class, "look/" + name, TYPES.get(name));
  }

  /** Sends a file of the program, or says that there is none. */
  public static void send(Context context, Class<?> beside, String name, @Nullable String type) {
    if (type == null) {
      throw new NotFoundResponse("no such file");
    }
    try (InputStream stream = beside.getResourceAsStream(name)) {
      if (stream == null) {
        throw new NotFoundResponse("no such file");
      }
      context.contentType(type).header("Cache-Control", "no-cache").result(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
