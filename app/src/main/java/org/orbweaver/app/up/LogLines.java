package org.orbweaver.app.up;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.orbweaver.indexer.torrent.SafeText;
import tools.jackson.databind.json.JsonMapper;

/**
 * Events as lines of a log: {@code NONE}, the worse ones as {@code TEXT}, or all of them as {@code
 * JSON}, an object a line. Events may hold words of strangers, and terminals obey some of those.
 */
public enum LogLines {
  NONE,
  TEXT,
  JSON;

  /** What writes events so. */
  public Consumer<EventLog.Event> to(Consumer<String> line) {
    return switch (this) {
      case NONE -> event -> {};
      case TEXT ->
          event -> {
            if (event.level() != EventLog.Level.INFO) {
              line.accept(
                  SafeText.line(
                      "%s: %s %s"
                          .formatted(event.level().word(), event.about(), event.sentence())));
            }
          };
      case JSON -> event -> line.accept(json(event));
    };
  }

  private static String json(EventLog.Event event) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("time", event.at().toString());
    fields.put("level", event.level().word());
    fields.put("about", event.about());
    fields.put("message", event.sentence());
    return JsonMapper.shared().writeValueAsString(fields);
  }
}
