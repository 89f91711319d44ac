package org.orbweaver.archive.memento;

import java.util.List;
import org.orbweaver.archive.cdx.CdxLine;
import org.orbweaver.archive.replay.Capture;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** All captures of an address, as Memento clients read them. */
public final class TimeMap {
  private final String self;
  private final String prefix;
  private final String url;
  private final List<Capture> captures;

  /**
   * @param self the archive's origin
   * @param prefix of its replay addresses
   */
  public TimeMap(String self, String prefix, String url, List<Capture> captures) {
    this.self = self;
    this.prefix = prefix;
    this.url = url;
    this.captures = captures;
  }

  /** Where the TimeMap of an address is: beside the replay of its collection. */
  static String path(String prefix, String format, String url) {
    return "/timemap" + prefix.substring(4, prefix.length() - 1) + "/" + format + "/" + url;
  }

  public static String mediaType(String format) {
    return switch (format) {
      case "link" -> "application/link-format";
      case "json" -> "application/json";
      case "cdxj" -> "text/x-cdxj";
      default -> throw new IllegalArgumentException("a TimeMap comes as link, json or cdxj");
    };
  }

  public String write(String format) {
    return switch (format) {
      case "link" -> link();
      case "json" -> json();
      case "cdxj" -> cdxj();
      default -> throw new IllegalArgumentException("a TimeMap comes as link, json or cdxj");
    };
  }

  private String memento(Capture capture) {
    return self + prefix + capture.timestamp() + "mp_/" + capture.url();
  }

  private String link() {
    StringBuilder text = new StringBuilder();
    text.append('<').append(url).append(">; rel=\"original\",\n<");
    text.append(self).append(path(prefix, "link", url)).append(">; rel=\"self\"; ");
    text.append("type=\"application/link-format\"");
    if (!captures.isEmpty()) {
      text.append("; from=\"").append(MementoLinks.date(captures.getFirst().at()));
      text.append("\"; until=\"").append(MementoLinks.date(captures.getLast().at())).append('"');
    }
    text.append(",\n<").append(self).append(prefix).append(url).append(">; rel=\"timegate\"");
    for (int i = 0; i < captures.size(); i++) {
      Capture capture = captures.get(i);
      String rel =
          captures.size() == 1
              ? "first last memento"
              : i == 0 ? "first memento" : i == captures.size() - 1 ? "last memento" : "memento";
      text.append(",\n<").append(memento(capture)).append(">; rel=\"").append(rel);
      text.append("\"; datetime=\"").append(MementoLinks.date(capture.at())).append('"');
    }
    return text.append('\n').toString();
  }

  private String json() {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode map = mapper.createObjectNode();
    map.put("original_uri", url).put("timegate_uri", self + prefix + url);
    ObjectNode timemaps = map.putObject("timemap_uri");
    for (String format : List.of("link", "json", "cdxj")) {
      timemaps.put(format + "_format", self + path(prefix, format, url));
    }
    ObjectNode mementos = map.putObject("mementos");
    ArrayNode list = mapper.createArrayNode();
    for (Capture capture : captures) {
      list.addObject().put("datetime", date(capture)).put("uri", memento(capture));
    }
    if (!captures.isEmpty()) {
      put(mementos.putObject("first"), captures.getFirst());
      put(mementos.putObject("last"), captures.getLast());
    }
    mementos.set("list", list);
    return mapper.writeValueAsString(map) + "\n";
  }

  private static String date(Capture capture) {
    return java.time.Instant.ofEpochSecond(capture.at().getEpochSecond()).toString();
  }

  private void put(ObjectNode node, Capture capture) {
    node.put("datetime", date(capture)).put("uri", memento(capture));
  }

  private String cdxj() {
    StringBuilder text = new StringBuilder();
    for (Capture capture : captures) {
      text.append(CdxLine.of(capture).cdxj()).append('\n');
    }
    return text.toString();
  }
}
