package org.orbweaver.console.index;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.orbweaver.console.api.ApiCall.Parameter;
import org.orbweaver.indexer.content.Suspicion;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.Tag;

/** Reads a search from the parameters of a request. Those that cannot be read are named. */
final class SearchRequest {
  private static final int PAGE = 50;
  private static final int LONGEST_TEXT = 500;

  private static final long MOST_DAYS = 100_000;
  private static final long LARGEST = Long.MAX_VALUE / 2;

  /** Everything that a search may say. */
  static final List<Parameter> ASKS =
      List.of(
          Parameter.text("q", "Words, \"a phrase\", -without, begin*."),
          Parameter.like("cat", "Categories, any of them.", "^[0-9]{1,6}(,[0-9]{1,6}){0,20}$"),
          Parameter.like("resolution", "Like 1080p.", "^[0-9]{3,4}p$"),
          Parameter.like("language", "Like en.", "^[a-z]{2}$"),
          Parameter.like("ext", "A file's ending, like mkv.", "^[a-z0-9]{1,8}$"),
          Parameter.number("year", "In its name.", 9_999),
          Parameter.number("season", "Of a series.", 9_999),
          Parameter.number("ep", "Of a season.", 9_999),
          Parameter.number("days", "Found in the last so many days.", MOST_DAYS),
          Parameter.number("minSize", "In bytes.", LARGEST),
          Parameter.number("maxSize", "In bytes.", LARGEST),
          Parameter.number("minSeeders", "As last counted.", Integer.MAX_VALUE),
          Parameter.oneOf("suspects", "Whether suspicious ones are left out.", List.of("hide")),
          Parameter.oneOf(
              "sort",
              "The order.",
              Arrays.stream(Sort.values())
                  .map(each -> each.name().toLowerCase(Locale.ROOT))
                  .toList()),
          Parameter.number("offset", "How many to skip.", SearchQuery.DEEPEST),
          Parameter.number("limit", "How many to show.", SearchQuery.MOST),
          Parameter.oneOf("fold", "Whether twins become one line.", List.of("true", "false")));

  private SearchRequest() {}

  /** As the page and the RSS feed send it. */
  static SearchQuery of(Context context, long nowSeconds) {
    List<List<String>> tags = new ArrayList<>();
    categories(context).ifPresentAdd(tags);
    String resolution = context.queryParam("resolution");
    if (resolution != null && !resolution.isBlank()) {
      if (!resolution.matches("[0-9]{3,4}p")) {
        throw new IllegalArgumentException("resolution is like 1080p, not '" + resolution + "'");
      }
      tags.add(List.of(Tag.resolution(resolution)));
    }
    String language = context.queryParam("language");
    if (language != null && !language.isBlank()) {
      if (!language.matches("[a-z]{2}")) {
        throw new IllegalArgumentException("language is like en, not '" + language + "'");
      }
      tags.add(List.of(Tag.language(language)));
    }
    String extension = context.queryParam("ext");
    if (extension != null && !extension.isBlank()) {
      if (!extension.matches("[a-z0-9]{1,8}")) {
        throw new IllegalArgumentException("ext is like mkv, not '" + extension + "'");
      }
      tags.add(List.of(Tag.fileType(extension)));
    }
    long year = number(context, "year", 0);
    if (year > 0) {
      tags.add(List.of(Tag.year((int) Math.min(year, 9_999))));
    }
    season(context, "season").ifPresent(season -> tags.add(List.of(Tag.season(season))));
    season(context, "ep").ifPresent(episode -> tags.add(List.of(Tag.episode(episode))));
    long days = Math.min(MOST_DAYS, number(context, "days", 0));
    return new SearchQuery(
        text(context),
        tags,
        "hide".equals(context.queryParam("suspects")) ? Suspicion.tags() : List.of(),
        new Range(
            number(context, "minSize", 0), orMost(number(context, "maxSize", Long.MAX_VALUE))),
        days > 0 ? new Range(nowSeconds - days * 86_400, Long.MAX_VALUE) : Range.ALL,
        (int) Math.min(Integer.MAX_VALUE, number(context, "minSeeders", 0)),
        sort(context.queryParam("sort")),
        (int) Math.min(Integer.MAX_VALUE, number(context, "offset", 0)),
        (int) Math.min(SearchQuery.MOST, number(context, "limit", PAGE)));
  }

  private static OptionalInt season(Context context, String name) {
    long number = number(context, name, -1);
    return number < 0 ? OptionalInt.empty() : OptionalInt.of((int) Math.min(number, 9_999));
  }

  static String text(Context context) {
    String text = context.queryParam("q");
    return text == null ? "" : text.substring(0, Math.min(text.length(), LONGEST_TEXT));
  }

  /** The categories that were asked for, as alternatives. */
  record Categories(List<String> tags) {
    void ifPresentAdd(List<List<String>> all) {
      if (!tags.isEmpty()) {
        all.add(tags);
      }
    }
  }

  static Categories categories(Context context) {
    String list = context.queryParam("cat");
    if (list == null || list.isBlank()) {
      return new Categories(List.of());
    }
    return new Categories(
        Arrays.stream(list.split(","))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .map(SearchRequest::category)
            .toList());
  }

  private static String category(String number) {
    if (!number.matches("[0-9]{1,6}")) {
      throw new IllegalArgumentException("cat is a list of numbers, not '" + number + "'");
    }
    return Tag.category(Integer.parseInt(number));
  }

  static long number(Context context, String name, long otherwise) {
    String value = context.queryParam(name);
    if (value == null || value.isBlank()) {
      return otherwise;
    }
    try {
      return Math.max(0, Math.min(Long.parseLong(value.strip()), LARGEST));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is a number, not '" + value + "'", e);
    }
  }

  private static long orMost(long size) {
    return size == 0 || size >= LARGEST ? Long.MAX_VALUE : size;
  }

  private static Sort sort(@Nullable String name) {
    if (name == null || name.isBlank()) {
      return Sort.RELEVANCE;
    }
    try {
      return Sort.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "sort is one of "
              + String.join(
                  ", ",
                  Arrays.stream(Sort.values())
                      .map(each -> each.name().toLowerCase(Locale.ROOT))
                      .toList()),
          e);
    }
  }
}
