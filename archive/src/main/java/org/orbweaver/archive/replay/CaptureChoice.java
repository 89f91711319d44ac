package org.orbweaver.archive.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.index.Surt;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Which capture belongs to a date.
 *
 * <p>A page is the newest that is not newer (Herodotus §4.9): nothing is shown that was not there
 * yet. If it was captured only later, the first one after is shown, and the banner says so.
 *
 * <p>What a page needs (images, styles, scripts) is taken from the page's round: it was often
 * fetched some seconds after its page, and would be "too new" by the page's rule. Where no rounds
 * are known, the nearest is taken, as other archives do.
 */
public final class CaptureChoice {
  /** Captures looked at for one that is alike. */
  private static final int MOST_ALIKE = 10_000;

  private final Archive archive;
  private final FuzzyRules fuzzy;

  public CaptureChoice(Archive archive, FuzzyRules fuzzy) {
    this.archive = archive;
    this.fuzzy = fuzzy;
  }

  public Archive archive() {
    return archive;
  }

  /** The SURT captures of an address are kept under; the text itself if it is no address. */
  public static String surt(String url) {
    WebUrl parsed = WebUrl.parse(url);
    return Surt.of(parsed == null ? url : parsed.toString());
  }

  public @Nullable ArchivedCapture page(String url, Instant at) {
    return chosen(url, (surt, fits) -> page(surt, at, fits));
  }

  private @Nullable ArchivedCapture page(String surt, Instant at, Predicate<IndexRow> fits) {
    ArchivedCapture before = archive.before(surt, at, fits);
    return before != null ? before : archive.after(surt, at, fits);
  }

  public @Nullable ArchivedCapture nearest(String url, Instant at) {
    return chosen(url, (surt, fits) -> nearest(surt, at, fits));
  }

  private @Nullable ArchivedCapture nearest(String surt, Instant at, Predicate<IndexRow> fits) {
    ArchivedCapture before = archive.before(surt, at, fits);
    ArchivedCapture after = archive.after(surt, at.plusMillis(1), fits);
    if (before == null || after == null) {
      return before == null ? after : before;
    }
    Duration back = Duration.between(before.at(), at);
    Duration ahead = Duration.between(at, after.at());
    return ahead.compareTo(back) < 0 ? after : before;
  }

  /**
   * @param at when the page that needs it was captured
   */
  public @Nullable ArchivedCapture requisite(String url, Instant at) {
    return chosen(url, (surt, fits) -> requisite(surt, at, fits));
  }

  private @Nullable ArchivedCapture requisite(String surt, Instant at, Predicate<IndexRow> fits) {
    ArchivedCapture near = nearest(surt, at, fits);
    if (near == null) {
      return null;
    }
    Instant roundEnd = near.source().roundEnd(at);
    if (roundEnd == null) {
      return near;
    }
    ArchivedCapture inRound = archive.before(surt, roundEnd, fits);
    return inRound == null ? near : inRound;
  }

  private interface Choice {
    @Nullable ArchivedCapture of(String surt, Predicate<IndexRow> fits);
  }

  /**
   * First as it is called, then by its http, https and www twins, which share its SURT, then
   * without what the rules know to be noise. A twin that is a redirect most likely leads here: of
   * no use.
   */
  private @Nullable ArchivedCapture chosen(String url, Choice choice) {
    WebUrl parsed = WebUrl.parse(url);
    String exact = parsed == null ? url : parsed.toString();
    String surt = surt(url);
    ArchivedCapture own = choice.of(surt, row -> row.url().equals(exact) && isUseful(row));
    if (own == null) {
      own = choice.of(surt, row -> row.url().equals(exact));
    }
    if (own == null) {
      own = choice.of(surt, row -> isUseful(row) && !isRedirect(row));
    }
    if (own == null) {
      own = choice.of(surt, row -> true);
    }
    return own != null ? own : alike(url, choice);
  }

  private @Nullable ArchivedCapture alike(String url, Choice choice) {
    String like = fuzzy.likeness(url);
    String start = surt(like);
    // Rules only take parameters away: what is alike begins alike, up to the query.
    int query = start.indexOf('?');
    String common = query < 0 ? start : start.substring(0, query);
    String wanted = surt(like);
    String[] match = new String[1];
    int[] patience = {MOST_ALIKE};
    for (CaptureSource source : archive.sources()) {
      source.scan(
          common,
          common,
          row -> {
            if (wanted.equals(surt(fuzzy.likeness(row.url())))) {
              match[0] = row.surt();
              return false;
            }
            return --patience[0] > 0;
          });
      if (match[0] != null) {
        return choice.of(match[0], row -> true);
      }
    }
    return null;
  }

  private static boolean isRedirect(IndexRow row) {
    return row.status() >= 300 && row.status() < 400 && row.status() != 304;
  }

  /** A refusal for being too fast is no state of a page, if there is any other. */
  private static boolean isUseful(IndexRow row) {
    return row.status() != 429 && row.status() != 503;
  }
}
