package org.orbweaver.console.up;

import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A page of the console: its frame and, in it, what is asked for. */
final class ConsolePage {
  /** The pages, as the menu lists them. */
  enum Place {
    OVERVIEW("/"),
    NETWORK("/network"),
    TORRENTS("/torrents"),
    ARCHIVE("/archive"),
    CRAWLS("/crawls"),
    SWARM("/swarm"),
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

  /** Sends a page whose inside is made here. */
  static void send(Context context, Place place, Inside inside) {
    send(context, new ConsolePage(words(context)).live(place, inside));
  }

  /** The same under a sentence that says what could not be done; it stays as it is. */
  static void sendProblem(Context context, Place place, String problem, Inside inside) {
    send(context, new ConsolePage(words(context)).withProblem(place, problem, inside));
  }

  private static void send(Context context, String page) {
    context
        .contentType("text/html; charset=utf-8")
        .header("Cache-Control", "no-store")
        .header("Vary", "Accept-Language")
        .result(page);
  }

  private static ConsoleWords words(Context context) {
    return ConsoleWords.of(Objects.requireNonNullElse(context.header("Accept-Language"), ""));
  }

  /** The frame around the pages of the torrent index, which a script fills. */
  static String around(Context context) {
    String asked = context.queryString();
    return new ConsolePage(words(context))
        .scripted(PlainTorrents.PATH + (asked == null ? "" : "?" + asked));
  }

  private String live(Place place, Inside inside) {
    head(place, "/look/live.js", null);
    html.open("main", "id", "main", "data-live", "");
    inside.write(html, words);
    return html.close().close().close().toString();
  }

  private String withProblem(Place place, String problem, Inside inside) {
    head(place, "/look/live.js", null);
    html.open("main", "id", "main");
    html.open("section", "class", "attention", "role", "alert");
    html.element("p", words.get("problem", problem)).close();
    inside.write(html, words);
    return html.close().close().close().toString();
  }

  /**
   * @param plain where those are sent who have no script
   */
  private String scripted(String plain) {
    head(Place.TORRENTS, "/assets/app.js", plain);
    html.open("main", "id", "main");
    html.open("nav", "class", "within", "aria-label", words.get("page.torrents"));
    html.element(
        "a", words.get("torrents.search"), "href", Place.TORRENTS.path(), "data-page", "search");
    html.element(
        "a", words.get("torrents.dashboard"), "href", "/dashboard", "data-page", "dashboard");
    html.close();
    html.element("h1", words.get("page.torrents"), "class", "unseen");
    html.open("div", "id", "page");
    html.element("noscript", words.get("torrents.script"));
    return html.close().close().close().close().toString();
  }

  private void head(Place place, String script, @Nullable String plain) {
    html.empty("!doctype html");
    html.open("html", "lang", words.language()).open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.element("title", words.get(place.word()) + " · Orbweaver");
    html.empty("link", "rel", "icon", "href", "/look/icon.svg", "type", "image/svg+xml");
    html.empty("link", "rel", "stylesheet", "href", "/look/style.css");
    html.element("script", "", "type", "module", "src", script);
    if (plain != null) {
      html.open("noscript");
      html.empty("meta", "http-equiv", "refresh", "content", "0; url=" + plain).close();
    }
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
  }
}
