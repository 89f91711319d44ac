package org.orbweaver.console.up;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.orbweaver.archive.replay.Timestamp;

/** Into the time machine: by address or words, by day, by what has changed. */
final class ArchivePage implements ConsolePage.Inside {
  private static final int WEEKS = 53;
  private static final int CELL = 13;

  private final House house;
  private final Optional<House.ArchiveView> archive;

  /**
   * @param archive as whoever asks sees it; empty before the first page
   */
  ArchivePage(House house, Optional<House.ArchiveView> archive) {
    this.house = house;
    this.archive = archive;
  }

  @Override
  public void write(Html html, ConsoleWords words) {
    html.element("h1", words.get("page.archive"));
    Instant now = house.clock().instant();
    PageParts parts = new PageParts(html, words, now);
    archive.ifPresentOrElse(
        view -> show(html, words, parts, view, LocalDate.ofInstant(now, ZoneOffset.UTC)),
        () -> {
          html.open("p", "class", "empty").text(words.get("archive.none")).text(" ");
          html.element("a", words.get("crawls.begin"), "href", "/crawls", "class", "link");
          html.close();
        });
  }

  private static void show(
      Html html, ConsoleWords words, PageParts parts, House.ArchiveView view, LocalDate today) {
    String machine = view.address();
    ArchiveSummary summary = view.summary();
    html.open("form", "action", machine + "go", "class", "box", "role", "search");
    html.empty(
        "input",
        "name",
        "q",
        "type",
        "search",
        "aria-label",
        words.get("archive.box"),
        "placeholder",
        words.get("archive.box"));
    html.element("button", words.get("show"), "class", "primary").close();
    html.open("div", "class", "figures");
    parts.figure("captures", words.number(summary.captures()));
    parts.figure("sites", words.number(summary.sites()));
    parts.figure("days", words.number(summary.days().size()));
    html.close();
    calendar(html, words, summary, today);
    changes(html, words, parts, machine, summary);
    sites(html, words, parts, machine, summary);
    html.open("p", "class", "soft").text(words.get("archive.own")).text(" ");
    html.element("a", machine, "href", machine, "class", "link").close();
  }

  /** A year of days, each as dark as it was busy. */
  private static void calendar(
      Html html, ConsoleWords words, ArchiveSummary summary, LocalDate today) {
    long most = summary.days().values().stream().mapToLong(Long::longValue).max().orElse(1);
    LocalDate first = today.minusWeeks(WEEKS - 1L).with(java.time.DayOfWeek.MONDAY);
    html.element("h2", words.get("calendar"))
        .open(
            "div",
            "class",
            "card heat",
            "tabindex",
            "0",
            "role",
            "region",
            "aria-label",
            words.get("calendar"));
    html.open(
        "svg",
        "viewBox",
        "0 0 " + WEEKS * CELL + " " + (7 * CELL + 16),
        "role",
        "img",
        "aria-label",
        words.get("calendar.label", words.number(summary.captures()), summary.days().size()));
    for (LocalDate day = first; !day.isAfter(today); day = day.plusDays(1)) {
      int week = (int) java.time.temporal.ChronoUnit.WEEKS.between(first, day);
      long captures = summary.days().getOrDefault(day, 0L);
      html.open(
          "rect",
          "class",
          "heat" + level(captures, most),
          "x",
          String.valueOf(week * CELL),
          "y",
          String.valueOf((day.getDayOfWeek().getValue() - 1) * CELL + 16),
          "width",
          String.valueOf(CELL - 2),
          "height",
          String.valueOf(CELL - 2),
          "rx",
          "2");
      html.element("title", day + ": " + words.number(captures)).close();
      if (day.getDayOfMonth() == 1) {
        html.element(
            "text",
            words.month(day),
            "x",
            String.valueOf(week * CELL),
            "y",
            "10",
            "class",
            "month");
      }
    }
    html.close().close();
  }

  private static int level(long captures, long most) {
    if (captures == 0) {
      return 0;
    }
    return 1
        + (int) Math.min(3, 4 * Math.log1p((double) captures) / Math.log1p((double) most) - 0.001);
  }

  private static void changes(
      Html html, ConsoleWords words, PageParts parts, String machine, ArchiveSummary summary) {
    if (summary.changed().isEmpty()) {
      return;
    }
    html.element("h2", words.get("changes"));
    parts.table("changes", "address", "versions", "when", "");
    for (ArchiveSummary.Change change : summary.changed()) {
      String before = Timestamp.of(change.earlier());
      String after = Timestamp.of(change.latest());
      html.open("tr").open("td");
      html.element(
          "a",
          change.url(),
          "href",
          machine + "web/" + after + "/" + change.url(),
          "class",
          "link");
      html.close();
      parts.number(change.versions());
      html.open("td");
      parts.time(change.latest());
      html.close().open("td", "class", "links");
      html.element(
          "a",
          words.get("before"),
          "href",
          machine + "web/" + before + "/" + change.url(),
          "class",
          "link");
      html.text(" ");
      String pair = "&a=" + before + "&b=" + after;
      html.element(
          "a",
          words.get("compare"),
          "href",
          machine + "diff?url=" + encoded(change.url()) + pair,
          "class",
          "link");
      html.close().close();
    }
    parts.endTable();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void sites(
      Html html, ConsoleWords words, PageParts parts, String machine, ArchiveSummary summary) {
    html.element("h2", words.get("sites"));
    parts.table("sites", "site", "captures", "latest");
    for (ArchiveSummary.Host host : summary.hosts()) {
      html.open("tr").open("td");
      html.element(
          "a",
          host.name(),
          "href",
          machine + "web/*/" + "http://" + host.name() + "/*",
          "class",
          "link");
      html.close();
      parts.number(host.captures());
      html.open("td");
      parts.time(host.latest());
      html.close().close();
    }
    parts.endTable();
  }
}
