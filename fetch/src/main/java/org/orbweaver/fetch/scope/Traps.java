package org.orbweaver.fetch.scope;

import java.util.HashMap;
import java.util.Map;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What keeps a crawl out of endless webs. A trap is known by what it does, ever new addresses that
 * bring nothing new: {@link TrapWatch}. The other limits look at the address alone, and so would
 * leave out deep archives and long queries, too: they are off unless asked for, but for a length
 * that servers refuse anyway.
 *
 * @param length longest path and query
 * @param segments most segments of a path
 * @param repeats a path segment or a query's parameter may come this often
 * @param patience so many pages of a kind, one after the other, may lead to others of their kind
 *     and bring nothing new; 0 for any number
 */
public record Traps(int length, int segments, int repeats, int patience) {
  /** For a limit that is off. */
  public static final int OFF = Integer.MAX_VALUE;

  /** Below the thousand requests that a trap may cost, above the years that a calendar may skip. */
  private static final int PATIENCE = 600;

  /** Common servers take request lines of 8 kB; what is longer is no address to us either. */
  private static final int LONGEST = 8 << 10;

  public static Traps usual() {
    return new Traps(LONGEST, OFF, OFF, PATIENCE);
  }

  public Traps withLength(int most) {
    return new Traps(most, segments, repeats, patience);
  }

  public Traps withSegments(int most) {
    return new Traps(length, most, repeats, patience);
  }

  public Traps withRepeats(int most) {
    return new Traps(length, segments, most, patience);
  }

  public Traps withPatience(int pages) {
    return new Traps(length, segments, repeats, pages);
  }

  /** Which limit the address alone breaks; IN if none. */
  Verdict judge(WebUrl url) {
    if (url.pathAndQuery().length() > length) {
      return Verdict.TOO_LONG;
    }
    if (segments < OFF && count(url.path(), '/') > segments) {
      return Verdict.TOO_MANY_SEGMENTS;
    }
    return repeats < OFF && (repeats(url.path(), "/") || repeatsParameters(url))
        ? Verdict.TOO_MANY_REPEATS
        : Verdict.IN;
  }

  private static int count(String path, char separator) {
    int count = 0;
    for (int i = 0; i < path.length(); i++) {
      count += path.charAt(i) == separator ? 1 : 0;
    }
    return count;
  }

  private boolean repeats(String text, String separator) {
    Map<String, Integer> seen = new HashMap<>();
    for (String part : text.split(separator)) {
      if (!part.isEmpty() && seen.merge(part, 1, Integer::sum) > repeats) {
        return true;
      }
    }
    return false;
  }

  private boolean repeatsParameters(WebUrl url) {
    String query = url.query();
    return query != null && repeats(query.replaceAll("=[^&]*", ""), "&");
  }
}
