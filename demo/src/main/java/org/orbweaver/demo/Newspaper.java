package org.orbweaver.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One paper: what each of its pages says in an edition, the same whoever asks. */
final class Newspaper {
  private static final int STORIES = 6;

  private static final List<String> VILLAGES =
      List.of("Tidewater", "Larkfield", "Ashby", "Quarry Hill", "Nordhavn", "Millbrook");
  private static final List<String> TITLES =
      List.of("Gazette", "Courier", "Observer", "Herald", "Chronicle", "Post");
  private static final List<String> COLOURS =
      List.of("#2f6f8f", "#8f4f2f", "#4f7f3f", "#6f4f8f", "#2f7f6f", "#8f2f4f");
  private static final List<String> WHO =
      List.of(
          "The lighthouse keeper",
          "A retired baker",
          "The village choir",
          "Two schoolgirls",
          "The ferry company",
          "A beekeeper",
          "The mayor",
          "An amateur astronomer");
  private static final List<String> DID =
      List.of("mends", "opens", "finds", "paints", "defends", "counts", "buys", "writes about");
  private static final List<String> WHAT =
      List.of(
          "the old bridge",
          "a forgotten harbour map",
          "the winter market",
          "a spider's web in the town hall",
          "the night train",
          "three hundred lanterns",
          "the orchard wall",
          "a clock that runs backwards");
  private static final List<String> SENTENCES =
      List.of(
          "Nobody in the village can remember the like.",
          "The council meets on Thursday to talk it over.",
          "\"We shall see in spring\", says the harbour master.",
          "Tea was served afterwards, and the band played.",
          "Neighbours had brought ladders, ropes and a good deal of advice.",
          "Older readers will recall the autumn of the great fog.",
          "The paper will report again in its next edition.",
          "A small collection was taken for the roof.");
  private static final List<String> WEATHER =
      List.of(
          "fog, later sun",
          "rain from the west",
          "clear and cold",
          "wind, then wind",
          "warm for the season",
          "first snow on the hills");

  private final int number;
  private final int port;
  private final String deadLink;

  private Newspaper(int number, int port, String deadLink) {
    this.number = number;
    this.port = port;
    this.deadLink = deadLink;
  }

  /**
   * @param deadLink a host that one of them links to in vain
   */
  static List<Newspaper> all(int port, String deadLink) {
    List<Newspaper> all = new ArrayList<>();
    for (int i = 0; i < VILLAGES.size(); i++) {
      all.add(new Newspaper(i, port, deadLink));
    }
    return all;
  }

  /**
   * A page or what belongs to one.
   *
   * @param changes whether it is another in each edition
   */
  record Sheet(String type, String text, boolean changes) {
    static Sheet html(String text, boolean changes) {
      return new Sheet("text/html; charset=utf-8", text, changes);
    }
  }

  private String name() {
    return VILLAGES.get(number) + " " + TITLES.get(number);
  }

  String host() {
    return name().toLowerCase(java.util.Locale.ROOT).replace(' ', '-') + ".test";
  }

  String home() {
    return "http://" + host() + ":" + port + "/";
  }

  /** What is at that path; null if nothing is. */
  @Nullable Sheet sheet(String path, int edition) {
    if (path.startsWith("/story/")) {
      int story = number(path.substring("/story/".length()));
      return story < 1 || story > STORIES + edition ? null : Sheet.html(story(story), false);
    }
    return switch (path) {
      case "/" -> Sheet.html(front(edition), true);
      case "/weather" -> Sheet.html(weather(edition), true);
      case "/about" -> Sheet.html(about(), false);
      case "/paper.css" -> new Sheet("text/css", css(), false);
      case "/mast.svg" -> new Sheet("image/svg+xml", mast(), false);
      default -> null;
    };
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : -1;
  }

  private String headline(int story) {
    SplittableRandom dice = new SplittableRandom(1_000L * number + story);
    return "%s %s %s".formatted(one(WHO, dice), one(DID, dice), one(WHAT, dice));
  }

  private static String one(List<String> of, SplittableRandom dice) {
    return of.get(dice.nextInt(of.size()));
  }

  private String front(int edition) {
    StringBuilder stories = new StringBuilder();
    for (int story = STORIES + edition; story > edition; story--) {
      stories.append("<li><a href=\"/story/%d\">%s</a></li>\n".formatted(story, headline(story)));
    }
    String others =
        number == 0 ? " <a href=\"http://%s:%d/\">The mill</a>".formatted(deadLink, port) : "";
    return page(
        name(),
        """
        <p class="day">Edition %d. Today: %s.</p>
        <h2>%s</h2>
        <ul>
        %s</ul>
        <p><a href="/weather">Weather</a> <a href="/about">About this paper</a>
        <a href="/letters">Letters to the editor</a>%s</p>
        """
            .formatted(edition, today(edition), headline(STORIES + edition), stories, others));
  }

  private String today(int edition) {
    return one(WEATHER, new SplittableRandom(97L * edition + number));
  }

  private String weather(int edition) {
    return page(
        "Weather in " + VILLAGES.get(number),
        "<p>Edition %d: %s. High water at %02d:%02d.</p>\n"
            .formatted(edition, today(edition), edition * 7 % 24, edition * 13 % 60));
  }

  private String about() {
    return page(
        "About the " + name(),
        """
        <p>Printed in %s since long before anybody thought of keeping every edition.</p>
        """
            .formatted(VILLAGES.get(number)));
  }

  private String story(int story) {
    SplittableRandom dice = new SplittableRandom(77L * number + story);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      text.append(
          "<p>%s %s %s</p>\n"
              .formatted(one(SENTENCES, dice), one(SENTENCES, dice), one(SENTENCES, dice)));
    }
    return page(headline(story), text + "<p><a href=\"/\">Front page</a></p>\n");
  }

  private String page(String title, String body) {
    return """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>%s</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="/paper.css"></head>
    <body><img src="/mast.svg" alt="%s" width="420" height="70"><h1>%s</h1>
    %s</body></html>
    """
        .formatted(title, name(), title, body);
  }

  private String css() {
    return """
    body { font: 17px/1.6 Georgia, serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fffdf8; }
    h1, h2, a { color: %s; }
    .day { border: solid %s; border-width: 1px 0; padding: .4rem 0; font-style: italic; }
    """
        .formatted(COLOURS.get(number), COLOURS.get(number));
  }

  private String mast() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 70"><rect width="420" height="70" rx="6" fill="%s"/>\
    <text x="20" y="46" font-family="Georgia, serif" font-size="32" fill="#fff">%s</text></svg>
    """
        .formatted(COLOURS.get(number), name());
  }
}
