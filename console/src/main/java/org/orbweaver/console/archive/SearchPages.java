package org.orbweaver.console.archive;

import static org.orbweaver.console.archive.Sorry.escaped;

import java.io.IOException;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.archive.search.WordSearch;

/** Answers to words typed into the start page's box. */
final class SearchPages {
  private static final int SHOWN = 20;

  private final WordSearch search;

  SearchPages(WordSearch search) {
    this.search = search;
  }

  /** Whether there is nothing yet to search in. */
  boolean isEmpty() throws IOException {
    return search.isEmpty();
  }

  ArchiveAnswer answer(ArchiveRequest request) throws IOException {
    String words = request.parameter("q");
    String from = request.parameter("from");
    String to = request.parameter("to");
    TextSearch.Answer answer =
        search.search(
            new TextSearch.Question(
                words == null ? "" : words,
                request.parameter("host"),
                request.parameter("type"),
                request.parameter("language"),
                from == null || from.isEmpty() ? Archive.DAWN : Timestamp.start(from),
                to == null || to.isEmpty() ? Archive.END_OF_TIME : Timestamp.end(to),
                SHOWN));
    StringBuilder body = new StringBuilder("<main><h1>Search</h1>");
    body.append(ArchivePages.box(words == null ? "" : words));
    body.append("<p>").append(answer.found()).append(" found");
    body.append(answer.heard().isEmpty() ? "" : " · " + escaped(answer.heard())).append("</p>");
    for (TextSearch.Hit hit : answer.hits()) {
      String time = Timestamp.of(hit.at());
      body.append("<section><h3><a href=\"/web/").append(time).append('/');
      body.append(escaped(hit.url())).append("\">");
      body.append(escaped(hit.title().isBlank() ? hit.url() : hit.title())).append("</a></h3>");
      // The snippet was escaped by the highlighter; its own marks are the only markup in it.
      body.append("<p>").append(hit.snippet()).append("</p><p><small>").append(escaped(hit.url()));
      body.append(" · captured ").append(time, 0, 8).append(" · first seen ");
      body.append(Timestamp.of(hit.firstSeen()), 0, 8);
      if (hit.alike() > 0) {
        body.append(" · ").append(hit.alike()).append(" alike");
      }
      body.append(" · <a href=\"/web/*/").append(escaped(hit.url()));
      body.append("\">all captures</a></small></p></section>");
    }
    return ArchiveAnswer.html(200, ArchivePages.page("Search", body.append("</main>").toString()));
  }
}
