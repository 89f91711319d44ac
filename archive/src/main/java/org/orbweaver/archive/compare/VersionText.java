package org.orbweaver.archive.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.orbweaver.archive.replay.Capture;
import org.orbweaver.archive.search.PageText;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.links.Encodings;

/** A capture as lines: of its source, or of what a person reads. */
public final class VersionText {
  private static final int MOST = 8 << 20;

  private VersionText() {}

  public static List<String> source(Capture capture) throws IOException {
    try (Response response = capture.open()) {
      byte[] body = ContentDecoding.decode(response, MOST);
      String type = response.headers().first("Content-Type").orElse(null);
      return new String(body, Encodings.of(body, type)).lines().toList();
    }
  }

  public static List<String> readable(Capture capture) throws IOException {
    if (!capture.row().mediaType().contains("html")) {
      try (Response response = capture.open()) {
        PageText text =
            PageText.of(
                capture.url(),
                capture.row().mediaType(),
                ContentDecoding.decode(response, MOST),
                response.headers().first("Content-Type").orElse(null));
        return text == null ? List.of() : text.text().lines().toList();
      }
    }
    Document page = Jsoup.parse(String.join("\n", source(capture)), capture.url());
    List<String> lines = new ArrayList<>();
    lines.add(page.title());
    for (Element block :
        page.select("h1,h2,h3,h4,h5,h6,p,li,td,th,pre,blockquote,dt,dd,figcaption,caption")) {
      String text = block.select("p,li,td,pre").size() > 1 ? block.ownText() : block.text();
      if (!text.isBlank()) {
        lines.add(text);
      }
    }
    return lines.size() > 1 ? lines : List.of(page.title(), page.body().text());
  }
}
