package org.orbweaver.census.chart;

import java.util.List;
import java.util.Locale;

/** Names with a bar each, longest first as they come; the numbers stand beside them. */
public final class ShareBars {
  /** One bar. */
  public record Bar(String name, double value) {}

  private ShareBars() {}

  /**
   * @param whole what all bars together are a share of
   */
  public static String html(List<Bar> bars, double whole) {
    double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    StringBuilder html = new StringBuilder("<div class=\"bars\">");
    for (Bar bar : bars) {
      html.append(
          String.format(
              Locale.ROOT,
              "<span>%s</span><b><i style=\"width:%.2f%%\"></i></b><em>%s</em><em>%s</em>",
              Figures.escaped(bar.name()),
              most > 0 ? 100 * bar.value() / most : 0,
              Figures.whole(bar.value()),
              Figures.percent(bar.value() / whole)));
    }
    return html.append("</div>").toString();
  }
}
