package org.orbweaver.console.archive;

import static org.orbweaver.console.archive.Sorry.escaped;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.archive.replay.ArchivedCapture;

/**
 * Captures of a page by year, month, day and time; changes are marked. A page that was captured a
 * hundred thousand times has a calendar of some thousand lines all the same: what a day does not
 * show, its own calendar ({@code /web/20261115*}) does.
 */
final class Calendar {
  private static final int MOST_TIMES = 5_000;

  private final ReplayTarget target;
  private final int captures;
  private final Map<LocalDate, List<Time>> days = new TreeMap<>();
  private int versions;

  private record Time(ArchivedCapture capture, boolean changed) {}

  Calendar(ReplayTarget target, List<ArchivedCapture> captures) {
    this.target = target;
    this.captures = captures.size();
    byte[] before = new byte[0];
    for (ArchivedCapture capture : captures) {
      boolean changed = !Arrays.equals(before, capture.row().digest());
      before = capture.row().digest();
      versions += changed ? 1 : 0;
      LocalDate day = LocalDate.ofInstant(capture.at(), ZoneOffset.UTC);
      days.computeIfAbsent(day, absent -> new ArrayList<>()).add(new Time(capture, changed));
    }
  }

  String html() {
    StringBuilder body = new StringBuilder("<main><h1>").append(escaped(target.url()));
    body.append("</h1>").append(ArchivePages.box(target.url())).append("<p>");
    body.append(captures).append(" captures, ").append(versions).append(" versions. ");
    body.append("<a href=\"/changes?url=").append(ArchivePages.encoded(target.url()));
    body.append("\">Strip of changes</a></p>");
    YearMonth month = null;
    int year = 0;
    int mostADay = Math.max(1, MOST_TIMES / Math.max(1, days.size()));
    for (Map.Entry<LocalDate, List<Time>> day : days.entrySet()) {
      LocalDate date = day.getKey();
      if (!YearMonth.from(date).equals(month)) {
        body.append(month == null ? "" : "</ol></section>");
        month = YearMonth.from(date);
        if (date.getYear() != year) {
          year = date.getYear();
          body.append("<h2>").append(year).append("</h2>");
        }
        String name = date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
        body.append("<section class=month><h3>").append(name).append("</h3><ol>");
      }
      day(body, date, day.getValue(), mostADay);
    }
    return body.append("</ol></section></main>").toString();
  }

  private void day(StringBuilder body, LocalDate date, List<Time> times, int most) {
    body.append("<li class=day><details><summary>").append(date.getDayOfMonth());
    body.append(" <small>").append(times.size()).append("</small></summary><ul>");
    boolean whole = target.isSpan() && target.span().length() >= 8;
    int shown = whole ? times.size() : Math.min(most, times.size());
    for (Time time : times.subList(0, shown)) {
      ArchivedCapture capture = time.capture();
      body.append("<li").append(time.changed() ? " class=changed" : "").append("><a href=\"");
      body.append(escaped(target.at(capture.timestamp(), ""))).append("\">");
      body.append(capture.at().toString(), 11, 19).append("</a> ").append(capture.row().status());
      body.append(' ').append(time.changed() ? "changed" : "same").append("</li>");
    }
    if (shown < times.size()) {
      String span = date.toString().replace("-", "") + "*";
      body.append("<li><a href=\"").append(escaped(target.at(span, ""))).append("\">all ");
      body.append(times.size()).append(" of this day</a></li>");
    }
    body.append("</ul></details></li>");
  }
}
