package org.orbweaver.lab.plan;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A web like one's own collection: what {@code orb archive stats --json} measured of it. */
public final class CollectionFigures {
  private static final String HTML = "text/html";

  private CollectionFigures() {}

  /**
   * What a collection does not tell (how many objects are new each day, how long addresses are) is
   * the thesis'. That a later visit finds a change stands for a day's change: visit daily.
   *
   * @param pages how many the web has; 0 for those of the collection
   */
  public static WebFigures read(String json, double pages) {
    JsonNode stats = JsonMapper.shared().readTree(json);
    double htmlObjects = 0;
    double htmlBytes = 0;
    double htmlOnDisk = 0;
    double others = 0;
    double otherBytes = 0;
    for (JsonNode kind : stats.path("kinds")) {
      double objects = kind.path("objects").asDouble();
      if (kind.path("kind").asString().equals(HTML)) {
        htmlObjects += objects;
        htmlBytes += kind.path("bytes").asDouble();
        htmlOnDisk += kind.path("onDisk").asDouble();
      } else {
        others += objects;
        otherBytes += kind.path("bytes").asDouble();
      }
    }
    if (htmlObjects == 0) {
      throw new IllegalArgumentException("the statistics name no pages of HTML");
    }
    WebFigures usual = WebFigures.THESIS;
    return new WebFigures(
        "a web like " + stats.path("collection").asString("yours"),
        pages > 0 ? pages : htmlObjects,
        others / htmlObjects,
        htmlBytes / htmlObjects,
        others == 0 ? 0 : otherBytes / others,
        htmlBytes == 0 ? usual.pageGzip() : htmlOnDisk / htmlBytes,
        stats.path("laterVisits").asLong() == 0
            ? usual.changedPerDay()
            : stats.path("changeRate").asDouble(),
        usual.addedPerDay(),
        stats.path("linksPerPage").asDouble(),
        usual.urlBytes(),
        usual.newLinks());
  }
}
