package org.orbweaver.app.capture;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What another peer says it has found, as far as it makes sense. It may have left out half of it,
 * name addresses that are none, captures of tomorrow, or write a snippet that leads a browser
 * elsewhere.
 */
final class StrangersHits {
  private static final Duration WRONG_CLOCK = Duration.ofMinutes(10);
  private static final int LONGEST_TEXT = 2_000;
  private static final String OPEN = "\u0001";
  private static final String CLOSE = "\u0002";
  private static final Pattern MARKED =
      Pattern.compile(OPEN + "([^" + OPEN + CLOSE + "]*)" + CLOSE);

  private final Instant latest;
  private final int limit;

  StrangersHits(Instant now, int limit) {
    this.latest = now.plus(WRONG_CLOCK);
    this.limit = limit;
  }

  /** Null if nothing can be made of it. */
  TextSearch.@Nullable Answer sound(TextSearch.@Nullable Answer told) {
    if (told == null || told.hits() == null || told.found() < 0) {
      return null;
    }
    List<TextSearch.Hit> hits =
        told.hits().stream().limit(limit).map(this::sound).filter(Objects::nonNull).toList();
    return new TextSearch.Answer(told.found(), hits, "");
  }

  private TextSearch.@Nullable Hit sound(TextSearch.@Nullable Hit hit) {
    if (hit == null || hit.url() == null || hit.at() == null || hit.firstSeen() == null) {
      return null;
    }
    WebUrl url = WebUrl.parse(hit.url());
    if (url == null || hit.at().isAfter(latest) || hit.at().isBefore(Instant.EPOCH)) {
      return null;
    }
    Instant first =
        hit.firstSeen().isAfter(hit.at()) || hit.firstSeen().isBefore(Instant.EPOCH)
            ? hit.at()
            : hit.firstSeen();
    return new TextSearch.Hit(
        url.toString(),
        hit.at(),
        first,
        text(hit.title()),
        text(hit.mediaType()),
        text(hit.language()),
        snippet(text(hit.snippet())),
        Math.max(0, hit.alike()));
  }

  private static String text(@Nullable String told) {
    if (told == null) {
      return "";
    }
    String shortened = told.length() > LONGEST_TEXT ? told.substring(0, LONGEST_TEXT) : told;
    return shortened.replaceAll("\\p{Cntrl}", " ");
  }

  /** Escaped again, but for the marks around words. */
  private static String snippet(String told) {
    String escaped =
        told.replace("<b>", OPEN).replace("</b>", CLOSE).replace("<", "&lt;").replace(">", "&gt;");
    return MARKED.matcher(escaped).replaceAll("<b>$1</b>").replace(OPEN, "").replace(CLOSE, "");
  }
}
