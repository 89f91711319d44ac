package org.orbweaver.console.up;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.up.HouseChoices;

/** What can be changed now, and what from the next start on. */
final class SettingsPage implements ConsolePage.Inside {
  private static final List<Duration> INTERVALS =
      List.of(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(6), Duration.ofDays(1));

  private final House house;
  private final FormToken token;

  SettingsPage(House house, FormToken token) {
    this.house = house;
    this.token = token;
  }

  @Override
  public void write(Html html, ConsoleWords words) {
    PageParts parts = new PageParts(html, words, house.clock().instant());
    html.element("h1", words.get("page.settings"));
    HouseChoices choices = house.desk().choices();
    html.open("form", "method", "post", "action", "/settings", "class", "card settings");
    token.write(html);
    html.open("label", "class", "switch");
    if (choices.index()) {
      html.empty("input", "type", "checkbox", "name", "index", "value", "on", "checked", "");
    } else {
      html.empty("input", "type", "checkbox", "name", "index", "value", "on");
    }
    html.open("span").element("strong", words.get("choose.index"));
    html.element("small", words.get("choose.index.means")).close().close();
    html.open("label", "class", "switch").open("span");
    html.element("strong", words.get("choose.census"));
    html.element("small", words.get("choose.census.means")).close();
    html.open("select", "name", "census");
    option(html, words, null, choices.census());
    INTERVALS.forEach(each -> option(html, words, each, choices.census()));
    Duration other = choices.census();
    if (other != null && !INTERVALS.contains(other)) {
      option(html, words, other, other);
    }
    html.close().close();
    html.element("button", words.get("save"), "class", "primary").close();
    html.element("h2", words.get("settings.fixed"));
    parts.table("settings.fixed", "setting", "value", "meaning");
    for (House.Setting setting : house.desk().fixed()) {
      html.open("tr").open("td").element("code", setting.name()).close();
      html.element("td", setting.value()).element("td", words.get(setting.meaning())).close();
    }
    parts.endTable();
    html.element("p", words.get("settings.how"), "class", "soft");
    html.open("p", "class", "soft").text(words.get("settings.api")).text(" ");
    html.element("a", "/api/openapi.json", "href", "/api/openapi.json", "class", "link");
    html.text(", ").element("a", "/metrics", "href", "/metrics", "class", "link");
    String grafana = "/look/grafana.json";
    html.text(", ").element("a", grafana, "href", grafana, "class", "link").close();
  }

  /** A day as hours: "every 24 h". */
  private static String span(ConsoleWords words, Duration each) {
    return each.toHours() == 24 ? words.get("span.hours", 24) : words.span(each);
  }

  private static void option(
      Html html, ConsoleWords words, @Nullable Duration each, @Nullable Duration chosen) {
    String value = each == null ? "never" : String.valueOf(each.toSeconds());
    String text = each == null ? words.get("never") : words.get("every", span(words, each));
    if (java.util.Objects.equals(each, chosen)) {
      html.element("option", text, "value", value, "selected", "");
    } else {
      html.element("option", text, "value", value);
    }
  }
}
