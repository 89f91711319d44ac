package org.orbweaver.archive.cdx;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Timestamp;
import tools.jackson.databind.json.JsonMapper;

/**
 * A question to the CDX server, with the parameters of pywb and OutbackCDX:
 *
 * <pre>
 *   url          an address; example.org/* and *.example.org as short for prefix and domain
 *   matchType    exact, prefix, host, domain
 *   from, to     times, possibly partial
 *   filter       [!]field:part, [!]=field:value, [!]~field:pattern; several must all hold
 *   collapse     a field, or timestamp:N for its first N digits: only the first of equal neighbours
 *   limit, page, pageSize, showNumPages, resumeKey, showResumeKey
 *   sort         reverse, or closest with closest=TIME
 *   fl, fields   which fields, by commas
 *   output       cdxj, json, text
 * </pre>
 */
public final class CdxQuery {
  private static final int MOST = 1_000_000;
  private static final int PAGE = 10_000;

  private final String url;
  private final String matchType;
  private final Instant from;
  private final Instant to;
  private final List<Predicate<Map<String, String>>> filters = new ArrayList<>();
  private final @Nullable String collapse;
  private final int limit;
  private final int skip;
  private final int pageSize;
  private final String sort;
  private final @Nullable Instant closest;
  private final List<String> fields;
  private final String output;
  private final String resumeKey;
  private final boolean showResumeKey;
  private final boolean showPages;

  /**
   * @param values of a parameter; an empty list if it is missing
   */
  public CdxQuery(Function<String, List<String>> values) {
    Function<String, @Nullable String> one =
        name -> values.apply(name).isEmpty() ? null : values.apply(name).getFirst();
    String asked = one.apply("url");
    if (asked == null || asked.isBlank()) {
      throw new IllegalArgumentException("url=… is missing: whose captures?");
    }
    String match = one.apply("matchType");
    if (asked.startsWith("*.")) {
      match = "domain";
      asked = asked.substring(2);
    } else if (asked.endsWith("*")) {
      match = "prefix";
      asked = asked.substring(0, asked.length() - 1);
    }
    url = asked.contains("://") ? asked : "http://" + asked;
    matchType = match == null ? "exact" : match;
    from = time(one.apply("from"), true);
    to = time(one.apply("to"), false);
    values.apply("filter").forEach(text -> filters.add(filter(text)));
    String time = one.apply("collapseTime");
    collapse = time != null ? "timestamp:" + time : one.apply("collapse");
    pageSize = number(one.apply("pageSize"), PAGE);
    String page = one.apply("page");
    skip = page == null ? number(one.apply("offset"), 0) : number(page, 0) * pageSize;
    limit = Math.min(MOST, number(one.apply("limit"), page == null ? MOST : pageSize));
    String near = one.apply("closest");
    closest = near == null ? null : Timestamp.end(near);
    String order = one.apply("sort");
    sort = order != null ? order : near != null ? "closest" : "";
    String list = one.apply("fl") != null ? one.apply("fl") : one.apply("fields");
    fields = list == null ? List.of() : List.of(list.split(","));
    String format = one.apply("output");
    output = format == null ? "cdxj" : format;
    String key = one.apply("resumeKey");
    resumeKey = key == null ? "" : key;
    showResumeKey = "true".equals(one.apply("showResumeKey"));
    showPages = "true".equals(one.apply("showNumPages"));
  }

  private static Instant time(@Nullable String text, boolean start) {
    if (text == null) {
      return start ? Archive.DAWN : Archive.END_OF_TIME;
    }
    if (!Timestamp.isTimestamp(text)) {
      throw new IllegalArgumentException("a time is up to 14 digits, not " + text);
    }
    return start ? Timestamp.start(text) : Timestamp.end(text);
  }

  private static int number(@Nullable String text, int usual) {
    try {
      return text == null ? usual : Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(text + " is not a number", e);
    }
  }

  private static Predicate<Map<String, String>> filter(String text) {
    boolean not = text.startsWith("!");
    String rest = not ? text.substring(1) : text;
    char kind = rest.isEmpty() ? ' ' : rest.charAt(0);
    String pair = kind == '=' || kind == '~' ? rest.substring(1) : rest;
    int colon = pair.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("a filter is like status:200, not " + text);
    }
    String field = alias(pair.substring(0, colon));
    String value = pair.substring(colon + 1);
    Predicate<String> test;
    try {
      test =
          switch (kind) {
            case '=' -> value::equals;
            case '~' -> Pattern.compile(value).asMatchPredicate();
            default -> found -> found.contains(value);
          };
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(value + " is no pattern: " + e.getDescription(), e);
    }
    return line -> test.test(line.getOrDefault(field, "")) != not;
  }

  /** Names of the Wayback Machine's API for the same fields. */
  private static String alias(String field) {
    return switch (field) {
      case "mimetype" -> "mime";
      case "statuscode" -> "status";
      case "original" -> "url";
      default -> field;
    };
  }

  public String mediaType() {
    return output.equals("json") ? "text/x-ndjson" : "text/plain; charset=utf-8";
  }

  public String answer(Archive archive) {
    List<ArchivedCapture> found = sort.equals("closest") ? nearest(archive) : inOrder(archive);
    StringBuilder text = new StringBuilder();
    String last = null;
    int number = 0;
    int written = 0;
    String next = "";
    for (ArchivedCapture capture : found) {
      CdxLine line = CdxLine.of(capture);
      Map<String, String> all = line.fields();
      if (!filters.stream().allMatch(filter -> filter.test(all))) {
        continue;
      }
      String same = collapsed(all);
      if (same != null && same.equals(last)) {
        continue;
      }
      last = same;
      if (number++ < skip) {
        continue;
      }
      if (written >= limit) {
        next = capture.row().surt() + " " + line.timestamp();
        break;
      }
      written++;
      text.append(written(line, all)).append('\n');
    }
    if (showPages) {
      return "{\"pages\": "
          + (number + pageSize - 1) / pageSize
          + ", \"pageSize\": "
          + pageSize
          + "}\n";
    }
    return showResumeKey && !next.isEmpty() ? text + "\n" + next + "\n" : text.toString();
  }

  private @Nullable String collapsed(Map<String, String> all) {
    if (collapse == null) {
      return null;
    }
    int colon = collapse.indexOf(':');
    String value = all.getOrDefault(alias(colon < 0 ? collapse : collapse.substring(0, colon)), "");
    int digits = colon < 0 ? value.length() : number(collapse.substring(colon + 1), 14);
    String key = value.substring(0, Math.min(digits, value.length()));
    return all.get("urlkey") + " " + key;
  }

  private String written(CdxLine line, Map<String, String> all) {
    if (!fields.isEmpty()) {
      all.keySet().retainAll(fields.stream().map(CdxQuery::alias).toList());
    }
    return switch (output) {
      case "json" -> JsonMapper.shared().writeValueAsString(all);
      case "text" -> fields.isEmpty() ? line.cdx() : inAskedOrder(all);
      case "cdxj" -> fields.isEmpty() ? line.cdxj() : JsonMapper.shared().writeValueAsString(all);
      default -> throw new IllegalArgumentException("output is cdxj, json or text");
    };
  }

  private String inAskedOrder(Map<String, String> all) {
    return String.join(
        " ", fields.stream().map(field -> all.getOrDefault(alias(field), "-")).toList());
  }

  private List<ArchivedCapture> nearest(Archive archive) {
    String surt = CaptureChoice.surt(url);
    Instant at = closest == null ? Archive.END_OF_TIME : closest;
    // As many on either side as are wanted at all.
    int most = limit == MOST ? MOST : limit + skip;
    List<ArchivedCapture> found = new ArrayList<>();
    for (CaptureSource source : archive.sources()) {
      int[] left = {most, most};
      source.newestFirst(
          surt, at, row -> found.add(new ArchivedCapture(source, row)) && --left[0] > 0);
      source.oldestFirst(
          surt,
          at.plusMillis(1),
          row -> found.add(new ArchivedCapture(source, row)) && --left[1] > 0);
    }
    long center = at.toEpochMilli();
    found.removeIf(each -> !isShown(archive, each));
    found.sort(Comparator.comparingLong(each -> Math.abs(each.at().toEpochMilli() - center)));
    return found;
  }

  private boolean isShown(Archive archive, ArchivedCapture capture) {
    return !capture.at().isBefore(from)
        && !capture.at().isAfter(to)
        && archive.isShown(capture.source(), capture.row());
  }

  private List<ArchivedCapture> inOrder(Archive archive) {
    List<ArchivedCapture> found = new ArrayList<>();
    boolean cheap = filters.isEmpty() && collapse == null && !showPages && !sort.equals("reverse");
    int most = cheap ? (int) Math.min((long) MOST, (long) limit + skip + 1) : MOST;
    for (String start : starts()) {
      for (CaptureSource source : archive.sources()) {
        int before = found.size();
        source.scan(
            start,
            resumeKey.isEmpty() ? start : later(start),
            row -> {
              ArchivedCapture capture = new ArchivedCapture(source, row);
              boolean behind =
                  resumeKey.isEmpty()
                      || (row.surt() + " " + capture.timestamp()).compareTo(resumeKey) >= 0;
              if (behind && isShown(archive, capture)) {
                found.add(capture);
              }
              return found.size() - before < most;
            });
      }
    }
    if (archive.sources().size() > 1) {
      found.sort(
          Comparator.comparing((ArchivedCapture each) -> each.row().surt())
              .thenComparing(ArchivedCapture::at));
    }
    if (sort.equals("reverse")) {
      Collections.reverse(found);
    }
    return found;
  }

  private String later(String start) {
    String key = resumeKey.substring(0, Math.max(0, resumeKey.lastIndexOf(' ')));
    return key.compareTo(start) > 0 ? key : start;
  }

  /** What the SURTs meant begin with. */
  private List<String> starts() {
    String surt = CaptureChoice.surt(url);
    int bracket = surt.indexOf(')');
    String host = bracket < 0 ? surt : surt.substring(0, bracket);
    return switch (matchType) {
      case "exact" -> List.of(surt + " ");
      case "prefix" -> List.of(surt);
      case "host" -> List.of(host + ")");
      case "domain" -> List.of(host + ")", host + ",");
      default -> throw new IllegalArgumentException("matchType is exact, prefix, host or domain");
    };
  }
}
