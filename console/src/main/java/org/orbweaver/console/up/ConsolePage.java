package org.orbweaver.console.up;

import java.util.List;

/** A page of the console: its frame and, in it, what is asked for. */
final class ConsolePage {
  /** The pages, as the menu lists them. */
  enum Place {
    OVERVIEW("/"),
    CRAWLS("/crawls"),
    SWARM("/swarm"),
    ARCHIVE("/archive"),
    TORRENTS("/torrents"),
    NETWORK("/network"),
    SETTINGS("/settings");

    private final String path;

    Place(String path) {
      this.path = path;
    }

    String path() {
      return path;
    }

    String word() {
      return "page." + path.substring(1);
    }
  }

  private final Html html = new Html();
  private final ConsoleWords words;

  private ConsolePage(ConsoleWords words) {
    this.words = words;
  }

  /** Writes what is inside. */
  interface Inside {
    void write(Html html, ConsoleWords words);
  }

  static String of(ConsoleWords words, Place place, Inside inside) {
    return new ConsolePage(words).write(place, words.get(place.word()), inside);
  }

  private String write(Place place, String title, Inside inside) {
    html.empty("!doctype html");
    html.open("html", "lang", words.language()).open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", title + " · Orbweaver");
    html.empty("link", "rel", "icon", "href", "/look/icon.svg", "type", "image/svg+xml");
    html.empty("link", "rel", "stylesheet", "href", "/look/style.css");
    html.element("script", "", "type", "module", "src", "/look/live.js");
    html.close().open("body");
    html.element("a", words.get("skip"), "class", "skip", "href", "#main");
    html.open("header").open("a", "class", "brand", "href", "/");
    html.empty("img", "src", "/look/icon.svg", "alt", "", "width", "26", "height", "26");
    html.text("Orbweaver").close();
    html.open("nav", "aria-label", words.get("menu"));
    for (Place each : List.of(Place.values())) {
      if (each == place) {
        html.element("a", words.get(each.word()), "href", each.path(), "aria-current", "page");
      } else {
        html.element("a", words.get(each.word()), "href", each.path());
      }
    }
    html.close().close();
    html.open("main", "id", "main", "data-live", "");
    inside.write(html, words);
    return html.close().close().close().toString();
  }
}
