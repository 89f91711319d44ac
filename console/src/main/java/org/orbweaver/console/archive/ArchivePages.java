package org.orbweaver.console.archive;

import static org.orbweaver.console.archive.Sorry.escaped;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.Timestamp;

/**
 * The archive's own pages: start, lists, calendar, and the frame with its banner. They work without
 * script; whatever they show of an archive is escaped.
 */
final class ArchivePages {
  private static final int MOST_CAPTURES = 200_000;
  private static final int MOST_LISTED = 1_000;

  private final Archive archive;
  private final FuzzyRules fuzzy;
  private final @Nullable SearchPages search;

  ArchivePages(Archive archive, FuzzyRules fuzzy, @Nullable SearchPages search) {
    this.archive = archive;
    this.fuzzy = fuzzy;
    this.search = search;
  }

  static String page(String title, String body) {
    return "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        + "<meta name=viewport content=\"width=device-width\"><title>"
        + escaped(title)
        + "</title><link rel=icon href=/_orb/icon.svg><link rel=stylesheet href=/_orb/archive.css>"
        + "</head><body>"
        + body
        + "</body></html>\n";
  }

  static String box(String value) {
    return "<form action=/go class=box><input name=q type=search autofocus size=60 value=\""
        + escaped(value)
        + "\" placeholder=\"an address, example.org/* or words\"><button>Show</button></form>";
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  ArchiveAnswer start() {
    StringBuilder body = new StringBuilder("<main><h1>Time machine</h1>");
    body.append("<p>What was crawled, as it was, on any date.</p>").append(box(""));
    body.append("<h2>Collections</h2><ul>");
    for (CaptureSource source : archive.sources()) {
      String name = escaped(source.name());
      body.append("<li><a href=\"/pages@").append(name).append("\">").append(name);
      body.append("</a></li>");
    }
    return ArchiveAnswer.html(200, page("Time machine", body.append("</ul></main>").toString()));
  }

  /** Where the box leads: to a page, a list, or a search. */
  ArchiveAnswer go(String query) throws IOException {
    String text = query.strip();
    if (text.isEmpty()) {
      return ArchiveAnswer.redirect(302, "/");
    }
    boolean address =
        !text.contains(" ") && (text.contains("://") || text.contains(".") || text.endsWith("*"));
    if (address) {
      return ArchiveAnswer.redirect(302, "/web/*/" + text.replace(" ", "%20"));
    }
    return ArchiveAnswer.redirect(302, "/search?q=" + encoded(text));
  }

  ArchiveAnswer search(ArchiveRequest request) throws IOException {
    return search == null || search.isEmpty()
        ? Sorry.page(404, "There is no search index yet", "Make one with: orb archive search")
        : search.answer(request);
  }

  /** A page in a list. */
  private record Line(String url, Instant first, Instant last, long count, String type) {
    Line with(Line other) {
      return new Line(
          url,
          first.isBefore(other.first) ? first : other.first,
          last.isAfter(other.last) ? last : other.last,
          count + other.count,
          type);
    }
  }

  /** One page more than are listed, to see where the next list begins. */
  private static Map<String, Line> lines(
      Archive chosen, CaptureSource source, String prefix, String from) {
    Map<String, Line> lines = new TreeMap<>();
    source.scan(
        prefix,
        from,
        row -> {
          String surt = row.surt();
          if (!lines.containsKey(surt) && lines.size() > MOST_LISTED) {
            return false;
          }
          if (chosen.isShown(source, row)) {
            lines.merge(
                surt, new Line(row.url(), row.at(), row.at(), 1, row.mediaType()), Line::with);
          }
          return true;
        });
    return lines;
  }

  /**
   * Pages of a collection, or of a prefix, with their first and last captures.
   *
   * @param from the SURT the list begins with
   * @param more the list's address, up to where it begins
   */
  ArchiveAnswer list(
      @Nullable Archive chosen, String title, String prefix, String from, String more) {
    if (chosen == null) {
      return Sorry.page(404, "No such collection", title);
    }
    NavigableMap<String, Line> lines = new TreeMap<>();
    for (CaptureSource source : chosen.sources()) {
      lines(chosen, source, prefix, from.isEmpty() ? prefix : from)
          .forEach((surt, line) -> lines.merge(surt, line, Line::with));
    }
    // Each source was read that far: what comes behind is not known as a whole.
    String next = null;
    while (lines.size() > MOST_LISTED) {
      next = lines.pollLastEntry().getKey();
    }
    StringBuilder body = new StringBuilder("<main><h1>").append(escaped(title)).append("</h1>");
    body.append(box("")).append("<table><tr><th>Address<th>Type<th>Captures<th>First<th>Last");
    for (Line line : lines.values()) {
      body.append("<tr><td><a href=\"/web/*/").append(escaped(line.url())).append("\">");
      body.append(escaped(line.url())).append("</a><td>").append(escaped(line.type()));
      body.append("<td>").append(line.count()).append("<td>").append(when(line.first()));
      body.append("<td>").append(when(line.last()));
    }
    body.append("</table>");
    if (next != null) {
      body.append("<p><a href=\"").append(escaped(more)).append(encoded(next));
      body.append("\">more</a></p>");
    }
    return ArchiveAnswer.html(200, page(title, body.append("</main>").toString()));
  }

  private static String when(Instant at) {
    return at.toString().substring(0, 10);
  }

  /**
   * @param url ends with a star
   */
  ArchiveAnswer prefix(
      @Nullable Archive chosen, @Nullable String collection, String url, String from) {
    String prefix = url.substring(0, url.length() - 1);
    String surt = CaptureChoice.surt(prefix);
    boolean hostOnly = prefix.indexOf('/', prefix.indexOf("://") + 3) < 0;
    String more = collection == null ? "/list?url=" : "/list?collection=" + collection + "&url=";
    return list(
        chosen,
        url,
        hostOnly ? surt.replaceFirst("\\)/?$", "") : surt,
        from,
        more + encoded(url) + "&from=");
  }

  /** All captures of an address: years, months, days; changes are marked. */
  ArchiveAnswer calendar(ReplayTarget target, @Nullable Archive chosen) {
    if (chosen == null) {
      return Sorry.page(404, "No such collection", String.valueOf(target.collection()));
    }
    if (target.url().endsWith("*")) {
      return prefix(chosen, target.collection(), target.url(), "");
    }
    String surt = CaptureChoice.surt(target.url());
    String blocked = chosen.notShown(target.url());
    if (blocked != null) {
      return Sorry.page(451, "Not shown", blocked);
    }
    String span = target.isSpan() ? target.span() : "";
    List<ArchivedCapture> captures =
        chosen.all(
            surt,
            span.isEmpty() ? Archive.DAWN : Timestamp.start(span),
            span.isEmpty() ? Archive.END_OF_TIME : Timestamp.end(span),
            MOST_CAPTURES);
    if (captures.isEmpty()) {
      return ArchiveAnswer.html(
          404,
          page(
              "Not in the archive",
              "<main><h1>Not in the archive</h1><p>"
                  + escaped(target.url())
                  + " was never captured here.</p>"
                  + box(target.url())
                  + "<p><a href=\"/web/*/"
                  + escaped(host(target.url()))
                  + "/*\">What else there is of this site</a></p></main>"));
    }
    return ArchiveAnswer.html(200, page(target.url(), new Calendar(target, captures).html()));
  }

  private static String host(String url) {
    int start = url.indexOf("://") + 3;
    int end = url.indexOf('/', start);
    return url.substring(start, end < 0 ? url.length() : end);
  }

  /** The archived page in its frame, under the banner. */
  ArchiveAnswer frame(ReplayTarget target, @Nullable Archive chosen, String replayOrigin)
      throws IOException {
    if (chosen == null) {
      return Sorry.page(404, "No such collection", String.valueOf(target.collection()));
    }
    Instant asked =
        target.timestamp().isEmpty() ? Archive.END_OF_TIME : Timestamp.end(target.timestamp());
    String surt = CaptureChoice.surt(target.url());
    String blocked = chosen.notShown(target.url());
    if (blocked != null) {
      return Sorry.page(451, "Not shown", blocked);
    }
    ArchivedCapture capture = new CaptureChoice(chosen, fuzzy).page(target.url(), asked);
    if (capture == null) {
      return calendar(target, chosen);
    }
    if (!target.timestamp().equals(capture.timestamp())) {
      // Said in the banner afterwards: the address shows the time of the capture, not the one
      // asked.
      boolean later = capture.at().isAfter(asked);
      String to =
          target.at(capture.timestamp(), "") + (later ? "#asked=" + target.timestamp() : "");
      return ArchiveAnswer.redirect(302, to);
    }
    Instant second = Timestamp.start(capture.timestamp());
    ArchivedCapture earlier = chosen.before(surt, second.minusMillis(1), row -> true);
    ArchivedCapture later = chosen.after(surt, second.plusMillis(1000), row -> true);
    String source = replayOrigin + target.at(capture.timestamp(), "mp_");
    StringBuilder body = new StringBuilder("<nav id=banner><b>");
    body.append(escaped(shown(capture.at()))).append("</b> ");
    body.append(link("earlier", earlier, target)).append(link("later", later, target));
    body.append("<a id=all href=\"").append(escaped(target.prefix())).append("*/");
    body.append(escaped(target.url())).append("\">all</a> <a href=\"/text?url=");
    body.append(encoded(target.url())).append("&amp;at=").append(capture.timestamp());
    body.append("\">text</a> ");
    if (earlier != null) {
      body.append("<a href=\"/diff?url=").append(encoded(target.url())).append("&amp;a=");
      body.append(earlier.timestamp()).append("&amp;b=").append(capture.timestamp());
      body.append("\">compare</a> ");
    }
    body.append("<span id=said>").append(escaped(target.url())).append("</span>");
    body.append("<button id=close title=\"close the banner\">\u00d7</button></nav>");
    body.append("<iframe name=orb_replay id=replay src=\"").append(escaped(source));
    body.append("\" sandbox=\"allow-scripts allow-forms allow-modals allow-downloads");
    body.append(" allow-pointer-lock allow-same-origin\" referrerpolicy=no-referrer></iframe>");
    body.append("<script src=/_orb/archive.js></script>");
    return ArchiveAnswer.html(200, page(target.url(), "<div id=framed>" + body + "</div>"));
  }

  private static String shown(Instant at) {
    return at.toString().substring(0, 19).replace('T', ' ');
  }

  private static String link(String name, @Nullable ArchivedCapture capture, ReplayTarget target) {
    return capture == null
        ? "<span class=none>" + name + "</span> "
        : "<a href=\"" + Sorry.escaped(target.at(capture.timestamp(), "")) + "\">" + name + "</a> ";
  }
}
