package org.orbweaver.console.archive;

import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.Timestamp;

/**
 * What a replay address means: {@code /web/20261115120000im_/https://example.org/a.png}.
 *
 * @param collection null for all of them
 * @param timestamp possibly partial, or empty for the newest; ends with a star if a list of
 *     captures is meant
 * @param modifier {@code mp_}, {@code id_}, …; empty for a page within the archive's frame
 * @param url as asked for
 */
record ReplayTarget(@Nullable String collection, String timestamp, String modifier, String url) {
  private static final String ROOT = "/web";

  /** Null if it is none. */
  static @Nullable ReplayTarget parse(String target) {
    if (!target.startsWith(ROOT)) {
      return null;
    }
    int slash = target.indexOf('/', 1);
    if (slash < 0) {
      return null;
    }
    String root = target.substring(0, slash);
    String collection = root.startsWith("/web@") ? root.substring(5) : null;
    if (collection == null && !root.equals(ROOT)) {
      return null;
    }
    String rest = target.substring(slash + 1);
    int end = rest.indexOf('/');
    String time = end < 0 ? rest : rest.substring(0, end);
    if (end > 0 && isSpan(time)) {
      return new ReplayTarget(collection, time, "", address(rest.substring(end + 1)));
    }
    String modifier =
        time.endsWith("_") && time.length() >= 3 ? time.substring(time.length() - 3) : "";
    String digits = time.substring(0, time.length() - modifier.length());
    if (end < 0 || !(digits.isEmpty() && !modifier.isEmpty() || Timestamp.isTimestamp(digits))) {
      return new ReplayTarget(collection, "", "", address(rest));
    }
    return new ReplayTarget(collection, digits, modifier, address(rest.substring(end + 1)));
  }

  private static boolean isSpan(String time) {
    return time.equals("*")
        || time.endsWith("*") && Timestamp.isTimestamp(time.substring(0, time.length() - 1));
  }

  /** All captures are meant, or those of a span of time: {@code 202611*} is a month. */
  boolean isSpan() {
    return isSpan(timestamp);
  }

  /** The span's digits; empty for all of time. */
  String span() {
    return timestamp.substring(0, timestamp.length() - 1);
  }

  /** Some clients make one slash of two, and people leave the scheme out. */
  private static String address(String text) {
    String mended = text.replaceFirst("^(https?):/+", "$1://");
    if (mended.matches("(?i)https?%3A%2F%2F.*")) {
      mended = ArchiveRequest.decoded(mended);
    }
    return mended.contains("://") || mended.isEmpty() ? mended : "http://" + mended;
  }

  String prefix() {
    return collection == null ? ROOT + "/" : ROOT + "@" + collection + "/";
  }

  /** The same page at another time. */
  String at(String time, String otherModifier) {
    return prefix() + time + otherModifier + "/" + url;
  }
}
