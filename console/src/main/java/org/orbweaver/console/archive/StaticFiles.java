package org.orbweaver.console.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The few files of ours that pages use. */
final class StaticFiles {
  private static final Map<String, String> TYPES =
      Map.of(
          "replay.js", "text/javascript; charset=utf-8",
          "archive.js", "text/javascript; charset=utf-8",
          "archive.css", "text/css; charset=utf-8",
          "icon.svg", "image/svg+xml");
  private static final String SHARED_LOOK = "/org/orbweaver/console/look/";
  private static final Map<String, byte[]> FILES = new ConcurrentHashMap<>();

  private StaticFiles() {}

  static byte[] bytes(String name) {
    return FILES.computeIfAbsent(
        name,
        absent -> {
          try (InputStream in = StaticFiles.class.getResourceAsStream(place(name))) {
            if (in == null) {
              throw new IllegalStateException("the program lacks its file " + name);
            }
            return in.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static String place(String name) {
    return name.endsWith(".svg") ? SHARED_LOOK + name : name;
  }

  /** Null if we have no such file. */
  static @Nullable ArchiveAnswer answer(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    String type = TYPES.get(name);
    return type == null
        ? null
        : ArchiveAnswer.of(200, type, bytes(name)).with("Cache-Control", "max-age=300");
  }
}
