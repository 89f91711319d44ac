package org.orbweaver.fetch.scope;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The shapes of addresses that only machines make, endlessly: relative links that pile up ({@code
 * /a/b/a/b/a/b/}), calendars that run to the year 9999, queries that grow by a parameter per click.
 * What slips through meets the budget per host.
 *
 * @param repeats a path segment may come this often
 * @param segments most segments of a path
 * @param length longest address
 * @param firstYear earliest year a calendar may show
 * @param lastYear latest year a calendar may show
 */
public record Traps(int repeats, int segments, int length, int firstYear, int lastYear) {
  /** 2026/11, 2026-11, year=2026&month=11; a bare number is no date. */
  private static final Pattern MONTH =
      Pattern.compile(
          "(?:^|[/=_-])(\\d{4})[/-](?:0?[1-9]|1[0-2])(?:[/&_]|-[0-3]?\\d\\b|$)|\\byear=(\\d{4})\\b");

  public static Traps usual() {
    return new Traps(3, 24, 2_000, 1970, 2100);
  }

  /** Calendars as far as a visitor would turn their pages. */
  public Traps around(int year) {
    return new Traps(repeats, segments, length, year - 50, year + 2);
  }

  public boolean catches(WebUrl url) {
    String target = url.pathAndQuery();
    return target.length() > length
        || pilesUp(url.path(), '/', segments)
        || repeatsParameters(url)
        || showsFarCalendar(target);
  }

  /** True if a segment comes too often, or if there are too many. */
  private boolean pilesUp(String path, char separator, int most) {
    int count = 0;
    for (int i = 0; i < path.length(); i++) {
      count += path.charAt(i) == separator ? 1 : 0;
    }
    if (count > most) {
      return true;
    }
    if (count <= repeats) {
      return false;
    }
    Map<String, Integer> seen = new HashMap<>();
    for (String segment : path.split(String.valueOf(separator))) {
      if (!segment.isEmpty() && seen.merge(segment, 1, Integer::sum) > repeats) {
        return true;
      }
    }
    return false;
  }

  private boolean repeatsParameters(WebUrl url) {
    String query = url.query();
    return query != null && pilesUp(query.replaceAll("=[^&]*", ""), '&', 4 * segments);
  }

  private boolean showsFarCalendar(String target) {
    Matcher months = MONTH.matcher(target);
    while (months.find()) {
      int year = Integer.parseInt(months.group(1) != null ? months.group(1) : months.group(2));
      if (year < firstYear || year > lastYear) {
        return true;
      }
    }
    return false;
  }
}
