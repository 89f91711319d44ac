package org.orbweaver.census.report;

import java.util.List;
import org.orbweaver.census.chart.Figures;

/** The page as it grows: sections, figures, tables. */
final class Page {
  private final StringBuilder html = new StringBuilder(1 << 16);
  private boolean inSection;

  /** Markup as it is. */
  Page raw(String markup) {
    html.append(markup).append('\n');
    return this;
  }

  Page section(String id, String title, String lead) {
    endSection();
    html.append("<section id=\"").append(id).append("\"><h2>").append(Figures.escaped(title));
    html.append("</h2>\n<p class=\"lead\">").append(Figures.escaped(lead)).append("</p>\n");
    inSection = true;
    return this;
  }

  private void endSection() {
    if (inSection) {
      html.append("</section>\n");
    }
  }

  /** A chart or table with what it shows. */
  Page figure(String title, String content) {
    html.append("<figure><figcaption>")
        .append(Figures.escaped(title))
        .append("</figcaption>")
        .append(content)
        .append("</figure>\n");
    return this;
  }

  /** Figures side by side, where there is room. */
  Page pair(Runnable figures) {
    html.append("<div class=\"pair\">\n");
    figures.run();
    html.append("</div>\n");
    return this;
  }

  Page note(String text) {
    html.append("<p class=\"note\">").append(Figures.escaped(text)).append("</p>\n");
    return this;
  }

  /**
   * @param header a name that begins with {@code #} is a column of numbers, to the right
   */
  static String table(List<String> header, List<List<String>> rows) {
    StringBuilder table = new StringBuilder("<div class=\"scroll\"><table><thead><tr>");
    for (String name : header) {
      table.append(cell("th", name.startsWith("#"), name.replaceFirst("^#", "")));
    }
    table.append("</tr></thead><tbody>");
    for (List<String> row : rows) {
      table.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        table.append(cell("td", header.get(i).startsWith("#"), row.get(i)));
      }
      table.append("</tr>");
    }
    return table.append("</tbody></table></div>").toString();
  }

  private static String cell(String tag, boolean number, String text) {
    String open = number ? "<" + tag + " class=\"n\">" : "<" + tag + ">";
    return open + Figures.escaped(text) + "</" + tag + ">";
  }

  String end() {
    endSection();
    inSection = false;
    return html.toString();
  }
}
