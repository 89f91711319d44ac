package org.orbweaver.console.archive;

import static org.orbweaver.console.archive.Sorry.escaped;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.compare.LineDiff;
import org.orbweaver.archive.compare.SiteChanges;
import org.orbweaver.archive.compare.VersionText;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.Timestamp;

/** Text of a capture, two captures side by side, and a page's and a site's history. */
final class ComparePages {
  private static final int MOST_CAPTURES = 20_000;
  private static final int MOST_ROWS = 5_000;

  private final Archive archive;
  private final FuzzyRules fuzzy;

  ComparePages(Archive archive, FuzzyRules fuzzy) {
    this.archive = archive;
    this.fuzzy = fuzzy;
  }

  private static String wanted(ArchiveRequest request, String name) {
    String value = request.parameter(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(name + "=… is missing");
    }
    return value;
  }

  private ArchivedCapture capture(String url, String at) {
    String blocked = archive.notShown(url);
    if (blocked != null) {
      throw new IllegalArgumentException(url + " is not shown: " + blocked);
    }
    ArchivedCapture capture = new CaptureChoice(archive, fuzzy).page(url, Timestamp.end(at));
    if (capture == null) {
      throw new IllegalArgumentException(url + " was never captured here");
    }
    return capture;
  }

  ArchiveAnswer text(ArchiveRequest request) throws IOException {
    ArchivedCapture capture = capture(wanted(request, "url"), wanted(request, "at"));
    return ArchiveAnswer.text(200, String.join("\n", VersionText.readable(capture)) + "\n");
  }

  /**
   * @param replayOrigin where the two pages are shown that are compared by picture
   */
  ArchiveAnswer diff(ArchiveRequest request, String replayOrigin) throws IOException {
    String url = wanted(request, "url");
    ArchivedCapture one = capture(url, wanted(request, "a"));
    ArchivedCapture other = capture(url, wanted(request, "b"));
    if ("picture".equals(request.parameter("as"))) {
      return pictures(url, List.of(one, other), replayOrigin);
    }
    boolean source = "source".equals(request.parameter("as"));
    List<LineDiff.Row> rows =
        LineDiff.of(
            source ? VersionText.source(one) : VersionText.readable(one),
            source ? VersionText.source(other) : VersionText.readable(other));
    StringBuilder body = new StringBuilder("<main><h1>").append(escaped(url)).append("</h1><p>");
    body.append(ways(url, one, other)).append("</p><table class=diff><tr>");
    for (ArchivedCapture each : List.of(one, other)) {
      body.append("<th>").append(named(url, each));
    }
    int shown = 0;
    for (LineDiff.Row row : rows) {
      if (shown++ > MOST_ROWS) {
        body.append("<tr><td colspan=2>… and more");
        break;
      }
      body.append("<tr><td").append(row.same() ? "" : " class=gone").append('>');
      body.append(escaped(row.left())).append("<td").append(row.same() ? "" : " class=new");
      body.append('>').append(escaped(row.right()));
    }
    return ArchiveAnswer.html(
        200, ArchivePages.page("Compare " + url, body.append("</table></main>").toString()));
  }

  private static String ways(String url, ArchivedCapture one, ArchivedCapture other) {
    String link =
        "<a href=\"/diff?url="
            + ArchivePages.encoded(url)
            + "&amp;a="
            + one.timestamp()
            + "&amp;b="
            + other.timestamp();
    return link
        + "\">text</a> "
        + link
        + "&amp;as=source\">source</a> "
        + link
        + "&amp;as=picture\">picture</a>";
  }

  private static String named(String url, ArchivedCapture capture) {
    return "<a href=\"/web/%s/%s\">%s</a>"
        .formatted(capture.timestamp(), escaped(url), when(capture.at()));
  }

  /**
   * Both as the visitor's own browser draws them; {@code orb archive diff --picture} marks more.
   */
  private static ArchiveAnswer pictures(
      String url, List<ArchivedCapture> both, String replayOrigin) {
    StringBuilder body = new StringBuilder("<main class=pictures><h1>").append(escaped(url));
    body.append("</h1><p>").append(ways(url, both.getFirst(), both.getLast()));
    body.append("</p><div class=sides>");
    for (ArchivedCapture each : both) {
      body.append("<figure><figcaption>").append(named(url, each)).append("</figcaption>");
      body.append("<iframe sandbox=\"allow-scripts allow-same-origin\" referrerpolicy=no-referrer");
      body.append(" src=\"").append(escaped(replayOrigin)).append("/web/");
      body.append(each.timestamp()).append("mp_/").append(escaped(url));
      body.append("\"></iframe></figure>");
    }
    return ArchiveAnswer.html(
        200, ArchivePages.page("Compare " + url, body.append("</div></main>").toString()));
  }

  /** A page's history as a strip; a prefix's as a table between two times. */
  ArchiveAnswer changes(ArchiveRequest request) {
    String url = wanted(request, "url");
    String one = request.parameter("a");
    String other = request.parameter("b");
    if (url.endsWith("*") && one != null && other != null) {
      return table(url, one, other);
    }
    List<ArchivedCapture> captures =
        archive.all(CaptureChoice.surt(url), Archive.DAWN, Archive.END_OF_TIME, MOST_CAPTURES);
    StringBuilder body = new StringBuilder("<main><h1>").append(escaped(url)).append("</h1>");
    body.append("<div class=strip>");
    List<String> versions = new ArrayList<>();
    @Nullable IndexRow before = null;
    for (ArchivedCapture capture : captures) {
      IndexRow row = capture.row();
      boolean changed = before == null || !Arrays.equals(before.digest(), row.digest());
      before = row;
      body.append("<a class=\"")
          .append(row.status() >= 400 ? "gone" : changed ? "changed" : "same");
      body.append("\" title=\"").append(when(capture.at())).append("\" href=\"/web/");
      body.append(capture.timestamp()).append('/').append(escaped(url)).append("\"></a>");
      if (changed) {
        versions.add(capture.timestamp());
      }
    }
    body.append("</div><ol>");
    for (int i = 1; i < versions.size(); i++) {
      body.append("<li><a href=\"/diff?url=").append(ArchivePages.encoded(url)).append("&amp;a=");
      body.append(versions.get(i - 1)).append("&amp;b=").append(versions.get(i)).append("\">");
      body.append(versions.get(i - 1)).append(" → ").append(versions.get(i)).append("</a></li>");
    }
    return ArchiveAnswer.html(
        200, ArchivePages.page("Changes of " + url, body.append("</ol></main>").toString()));
  }

  private ArchiveAnswer table(String prefix, String one, String other) {
    String start = CaptureChoice.surt(prefix.substring(0, prefix.length() - 1));
    SiteChanges changes =
        SiteChanges.between(archive, start, Timestamp.end(one), Timestamp.end(other));
    StringBuilder body = new StringBuilder("<main><h1>").append(escaped(prefix)).append("</h1>");
    body.append("<p>").append(changes.same()).append(" unchanged.</p><table>");
    body.append("<tr><th>What<th>Address<th>Now at");
    for (SiteChanges.Change change : changes.changes()) {
      body.append("<tr><td>").append(change.kind()).append("<td><a href=\"/web/*/");
      body.append(escaped(change.url())).append("\">").append(escaped(change.url()));
      body.append("</a><td>").append(escaped(change.movedTo()));
    }
    return ArchiveAnswer.html(
        200, ArchivePages.page("Changes of " + prefix, body.append("</table></main>").toString()));
  }

  private static String when(Instant at) {
    return at.toString().substring(0, 19).replace('T', ' ');
  }
}
