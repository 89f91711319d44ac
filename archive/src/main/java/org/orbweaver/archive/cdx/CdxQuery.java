package org.orbweaver.archive.cdx;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.CapturesInOrder;
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
  /** Captures that must be held at once because they come in another order than their own. */
  private static final int MOST_HELD = 200_000;

  private static final int PAGE = 10_000;
  private static final Set<String> OUTPUTS = Set.of("cdxj", "json", "text");

  private final String url;
  private final String matchType;
  private final Instant from;
  private final Instant to;
  private final List<CdxFilter> filters = new ArrayList<>();
  private final @Nullable String collapse;
  private final long limit;
  private final long skip;
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
    values.apply("filter").forEach(text -> filters.add(new CdxFilter(text)));
    String time = one.apply("collapseTime");
    collapse = time != null ? "timestamp:" + time : one.apply("collapse");
    pageSize = Math.max(1, number(one.apply("pageSize"), PAGE));
    String page = one.apply("page");
    skip = page == null ? number(one.apply("offset"), 0) : (long) number(page, 0) * pageSize;
    limit = number(one.apply("limit"), page == null ? Integer.MAX_VALUE : pageSize);
    String near = one.apply("closest");
    closest = near == null ? null : Timestamp.end(near);
    String order = one.apply("sort");
    sort = order != null ? order : near != null ? "closest" : "";
    String list = one.apply("fl") != null ? one.apply("fl") : one.apply("fields");
    fields = list == null ? List.of() : List.of(list.split(","));
    String format = one.apply("output");
    output = format == null ? "cdxj" : format;
    if (!OUTPUTS.contains(output)) {
      throw new IllegalArgumentException("output is cdxj, json or text");
    }
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

  public String mediaType() {
    return output.equals("json") ? "text/x-ndjson" : "text/plain; charset=utf-8";
  }

  /** All of it at once. */
  public String answer(Archive archive) {
    StringBuilder text = new StringBuilder();
    lines(archive).forEachRemaining(text::append);
    return text.toString();
  }

  /** Line by line, each with its end, found when it is asked for. */
  public Iterator<String> lines(Archive archive) {
    Iterator<ArchivedCapture> found =
        switch (sort) {
          case "closest" -> nearest(archive).iterator();
          case "reverse" -> reversed(archive).iterator();
          default -> new InOrder(archive);
        };
    return showPages ? List.of(pages(found)).iterator() : new Lines(found);
  }

  private String pages(Iterator<ArchivedCapture> found) {
    Chosen chosen = new Chosen(found);
    long number = 0;
    while (chosen.next() != null) {
      number++;
    }
    return "{\"pages\": "
        + (number + pageSize - 1) / pageSize
        + ", \"pageSize\": "
        + pageSize
        + "}\n";
  }

  /** One capture that the filters let through. */
  private record Line(ArchivedCapture capture, CdxLine line, Map<String, String> fields) {}

  /** What the filters let through, only the first of equal neighbours. */
  private final class Chosen {
    private final Iterator<ArchivedCapture> found;
    private @Nullable String last;

    Chosen(Iterator<ArchivedCapture> found) {
      this.found = found;
    }

    @Nullable Line next() {
      while (found.hasNext()) {
        ArchivedCapture capture = found.next();
        CdxLine line = CdxLine.of(capture);
        Map<String, String> all = line.fields();
        if (!passes(all)) {
          continue;
        }
        String same = collapsed(all);
        if (same == null || !same.equals(last)) {
          last = same;
          return new Line(capture, line, all);
        }
      }
      return null;
    }
  }

  private boolean passes(Map<String, String> all) {
    return filters.stream().allMatch(filter -> filter.test(all));
  }

  /** The page asked for, and where the next one begins. */
  private final class Lines implements Iterator<String> {
    private final Chosen chosen;
    private long written;
    private @Nullable String next;

    Lines(Iterator<ArchivedCapture> found) {
      chosen = new Chosen(found);
      for (long i = 0; i < skip && chosen.next() != null; i++) {
        // of the pages before
      }
      next = find();
    }

    private @Nullable String find() {
      if (written > limit || written == limit && !showResumeKey) {
        return null;
      }
      Line line = chosen.next();
      if (line == null) {
        return null;
      }
      if (written++ == limit) {
        return "\n" + line.capture().row().surt() + " " + line.line().timestamp() + "\n";
      }
      return CdxQuery.this.written(line.line(), line.fields()) + "\n";
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public String next() {
      String line = next;
      if (line == null) {
        throw new NoSuchElementException();
      }
      next = find();
      return line;
    }
  }

  private @Nullable String collapsed(Map<String, String> all) {
    if (collapse == null) {
      return null;
    }
    int colon = collapse.indexOf(':');
    String value =
        all.getOrDefault(CdxFilter.alias(colon < 0 ? collapse : collapse.substring(0, colon)), "");
    int digits = colon < 0 ? value.length() : number(collapse.substring(colon + 1), 14);
    String key = value.substring(0, Math.min(digits, value.length()));
    return all.get("urlkey") + " " + key;
  }

  private String written(CdxLine line, Map<String, String> all) {
    if (!fields.isEmpty()) {
      all.keySet().retainAll(fields.stream().map(CdxFilter::alias).toList());
    }
    return switch (output) {
      case "json" -> JsonMapper.shared().writeValueAsString(all);
      case "text" -> fields.isEmpty() ? line.cdx() : inAskedOrder(all);
      case "cdxj" -> fields.isEmpty() ? line.cdxj() : JsonMapper.shared().writeValueAsString(all);
      default -> throw new IllegalStateException(output);
    };
  }

  private String inAskedOrder(Map<String, String> all) {
    return String.join(
        " ", fields.stream().map(field -> all.getOrDefault(CdxFilter.alias(field), "-")).toList());
  }

  private List<ArchivedCapture> nearest(Archive archive) {
    String surt = CaptureChoice.surt(url);
    Instant at = closest == null ? Archive.END_OF_TIME : closest;
    // As many on either side as are wanted at all.
    int most = (int) Math.min(MOST_HELD, limit + skip + 1);
    List<ArchivedCapture> found = new ArrayList<>();
    for (CaptureSource source : archive.sources()) {
      source.newestFirst(surt, at, gather(archive, source, most, found));
      source.oldestFirst(surt, at.plusMillis(1), gather(archive, source, most, found));
    }
    long center = at.toEpochMilli();
    found.sort(Comparator.comparingLong(each -> Math.abs(each.at().toEpochMilli() - center)));
    return found;
  }

  private CaptureIndex.RowVisitor gather(
      Archive archive, CaptureSource source, int most, List<ArchivedCapture> found) {
    int[] left = {most};
    return row -> {
      ArchivedCapture capture = new ArchivedCapture(source, row);
      if (isShown(archive, capture)
          && (filters.isEmpty() || passes(CdxLine.of(capture).fields()))) {
        found.add(capture);
        left[0]--;
      }
      return left[0] > 0;
    };
  }

  private boolean isShown(Archive archive, ArchivedCapture capture) {
    return !capture.at().isBefore(from)
        && !capture.at().isAfter(to)
        && archive.isShown(capture.source(), capture.row());
  }

  /** One start behind the other; a stream of streams would hold all of one. */
  private final class InOrder implements Iterator<ArchivedCapture> {
    private final Archive archive;
    private final Iterator<String> starts = starts().iterator();
    private Iterator<ArchivedCapture> all = Collections.emptyIterator();
    private @Nullable ArchivedCapture next;

    InOrder(Archive archive) {
      this.archive = archive;
      next = find();
    }

    private @Nullable ArchivedCapture find() {
      while (all.hasNext() || starts.hasNext()) {
        if (!all.hasNext()) {
          String start = starts.next();
          String begin = resumeKey.isEmpty() ? start : later(start);
          all = new CapturesInOrder(archive.sources(), start, begin);
          continue;
        }
        ArchivedCapture capture = all.next();
        if (isBehindResumption(capture) && isShown(archive, capture)) {
          return capture;
        }
      }
      return null;
    }

    private boolean isBehindResumption(ArchivedCapture capture) {
      return resumeKey.isEmpty()
          || (capture.row().surt() + " " + capture.timestamp()).compareTo(resumeKey) >= 0;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public ArchivedCapture next() {
      ArchivedCapture capture = next;
      if (capture == null) {
        throw new NoSuchElementException();
      }
      next = find();
      return capture;
    }
  }

  private List<ArchivedCapture> reversed(Archive archive) {
    List<ArchivedCapture> found = new ArrayList<>();
    Iterator<ArchivedCapture> all = new InOrder(archive);
    while (all.hasNext()) {
      ArchivedCapture capture = all.next();
      if (filters.isEmpty() || passes(CdxLine.of(capture).fields())) {
        found.add(capture);
      }
      if (found.size() > MOST_HELD) {
        throw new IllegalArgumentException(
            "only %,d captures can be turned round: fewer by from, to or a filter"
                .formatted(MOST_HELD));
      }
    }
    return found.reversed();
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
