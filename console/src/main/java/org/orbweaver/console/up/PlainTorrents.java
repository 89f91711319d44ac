package org.orbweaver.console.up;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orbweaver.console.index.IndexSection;
import org.orbweaver.console.index.TorrentView;

/** Torrents for whoever reads without script: a search and what it found. */
record PlainTorrents(IndexSection.Found found, @Nullable String asked)
    implements ConsolePage.Inside {
  static final String PATH = "/torrents/plain";

  @Override
  public void write(Html html, ConsoleWords words) {
    PageParts parts = new PageParts(html, words, Instant.now());
    html.element("h1", words.get("page.torrents"));
    html.open("form", "action", PATH, "class", "box", "role", "search");
    html.empty(
        "input",
        "name",
        "q",
        "type",
        "search",
        "value",
        asked == null ? "" : asked,
        "aria-label",
        words.get("torrents.search"));
    html.element("button", words.get("torrents.search"), "class", "primary").close();
    if (found.lines().isEmpty()) {
      parts.empty("torrents.nothing");
      return;
    }
    html.element(
        "p",
        words.get(found.more() ? "torrents.more" : "torrents.found", words.number(found.total())),
        "class",
        "soft");
    parts.table(
        "page.torrents", "torrents.name", "torrents.size", "torrents.swarm", "torrents.added");
    for (TorrentView.Line line : found.lines()) {
      html.open("tr").open("td");
      html.element("a", line.name(), "href", line.magnet(), "class", "link", "dir", "auto").close();
      html.element("td", words.bytes((double) line.size()), "class", "number");
      html.element("td", line.seeders() < 0 ? "–" : swarm(words, line), "class", "number");
      html.open("td");
      parts.time(Instant.ofEpochSecond(line.added()));
      html.close().close();
    }
    parts.endTable();
  }

  private static String swarm(ConsoleWords words, TorrentView.Line line) {
    return words.number(line.seeders()) + " / " + words.number(line.leechers());
  }
}
