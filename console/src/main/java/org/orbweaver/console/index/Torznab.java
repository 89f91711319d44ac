package org.orbweaver.console.index;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.orbweaver.console.Keys;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.indexer.titles.TitleId;
import org.orbweaver.indexer.titles.TitleSearch;
import org.orbweaver.indexer.titles.TitleSource;

/**
 * Torznab: how Sonarr, Radarr, Prowlarr and their relatives ask an index. Errors are answers too:
 * status 200 and an error element, for that is what those programs read.
 */
final class Torznab {
  private static final int MOST = 100;

  /** What the specification has and {@link #capabilities} does not offer. */
  private static final List<String> NOT_HONOURED =
      List.of(
          "tvmazeid",
          "traktid",
          "doubanid",
          "rid",
          "genre",
          "artist",
          "album",
          "label",
          "track",
          "author",
          "title",
          "publisher",
          "maxage",
          "minsize",
          "maxsize");

  private static final Pattern MONTH_AND_DAY = Pattern.compile("(\\d{1,2})/(\\d{1,2})");

  /** By which a film or series can be asked for, where the user has brought a table along. */
  private static final Map<String, TitleSource> IDS =
      Map.of(
          "imdbid", TitleSource.IMDB,
          "tmdbid", TitleSource.TMDB,
          "tvdbid", TitleSource.TVDB,
          "anidbid", TitleSource.ANIDB);

  private final TorrentSearch search;
  private final TitleSearch titles;
  private final Optional<String> key;

  Torznab(TorrentSearch search, TitleSearch titles, Optional<String> key) {
    this.search = search;
    this.titles = titles;
    this.key = key;
  }

  void answer(Context context) {
    context.contentType("application/xml; charset=utf-8").result(xml(context));
  }

  private String xml(Context context) {
    String function = context.queryParam("t");
    if (function == null || function.isBlank()) {
      return error(200, "Missing parameter (t)");
    }
    if (function.equals("caps")) {
      return capabilities();
    }
    if (key.isPresent() && !Keys.equal(context.queryParam("apikey"), key.get())) {
      return error(100, "Incorrect user credentials");
    }
    for (String parameter : NOT_HONOURED) {
      String value = context.queryParam(parameter);
      if (value != null && !value.isBlank()) {
        // Left out in silence it would bring a hundred films that nobody asked for.
        return error(201, "Incorrect parameter: this index does not know " + parameter);
      }
    }
    try {
      return switch (function) {
        case "search", "music", "book" -> results(context, List.of(), "");
        case "tvsearch" -> television(context);
        case "movie" -> film(context);
        default -> error(202, "No such function (" + function + ")");
      };
    } catch (IllegalArgumentException e) {
      return error(201, "Incorrect parameter: " + e.getMessage());
    }
  }

  private String television(Context context) {
    List<List<String>> tags = new ArrayList<>();
    String season = context.queryParam("season");
    String episode = context.queryParam("ep");
    if (season != null && !season.isBlank() && episode != null) {
      // A daily show: season is the year, the episode month and day, and both are in the name.
      Matcher day = MONTH_AND_DAY.matcher(episode);
      if (day.matches()) {
        return results(
            context,
            List.of(),
            String.format(
                " %s %02d %02d",
                season, Integer.parseInt(day.group(1)), Integer.parseInt(day.group(2))));
      }
    }
    number(season, "season").ifPresent(number -> tags.add(List.of(Tag.season(number))));
    number(episode, "ep").ifPresent(number -> tags.add(List.of(Tag.episode(number))));
    if (SearchRequest.categories(context).tags().isEmpty()) {
      tags.add(List.of(Tag.category(5000)));
    }
    return results(context, tags, "");
  }

  private String film(Context context) {
    List<List<String>> tags = new ArrayList<>();
    number(context.queryParam("year"), "year").ifPresent(year -> tags.add(List.of(Tag.year(year))));
    if (SearchRequest.categories(context).tags().isEmpty()) {
      tags.add(List.of(Tag.category(2000)));
    }
    return results(context, tags, "");
  }

  private static Optional<Integer> number(@Nullable String value, String name) {
    if (value == null || value.isBlank()) {
      return Optional.empty();
    }
    String digits = value.strip().replaceFirst("^[SsEe]", "");
    if (!digits.matches("\\d{1,4}")) {
      throw new IllegalArgumentException(name + " is a number, not '" + value + "'");
    }
    return Optional.of(Integer.parseInt(digits));
  }

  /** The specification wants an error for what is below zero, where the page just takes zero. */
  private static long notNegative(Context context, String name, long otherwise) {
    String value = context.queryParam(name);
    if (value != null && value.strip().startsWith("-")) {
      throw new IllegalArgumentException(name + " is below zero");
    }
    return SearchRequest.number(context, name, otherwise);
  }

  private String results(Context context, List<List<String>> tags, String moreWords) {
    List<List<String>> all = new ArrayList<>(tags);
    SearchRequest.categories(context).ifPresentAdd(all);
    String text = SearchRequest.text(context) + moreWords;
    int offset = (int) Math.min(Integer.MAX_VALUE, notNegative(context, "offset", 0));
    int limit = (int) Math.min(MOST, notNegative(context, "limit", MOST));
    Optional<TitleId> id = id(context);
    if (id.isPresent() && !titles.knows(id.get())) {
      if (text.isBlank()) {
        return error(
            201,
            "Incorrect parameter: no table of titles has %sid %d; orb index titles takes one in"
                .formatted(id.get().source().name().toLowerCase(Locale.ROOT), id.get().number()));
      }
    } else if (id.isPresent()) {
      Hits hits = titles.search(id.get(), tags, offset, limit);
      return TorrentFeed.of(
          hits, offset, "Orbweaver", IndexSection.home(context), IndexSection.self(context));
    }
    SearchQuery query =
        new SearchQuery(
            text,
            all,
            Range.ALL,
            Range.ALL,
            0,
            // Without words these programs want to know what is new.
            text.isBlank() ? Sort.NEWEST : Sort.RELEVANCE,
            offset,
            limit);
    Hits hits = search.search(query);
    return TorrentFeed.of(
        hits, offset, "Orbweaver", IndexSection.home(context), IndexSection.self(context));
  }

  private static Optional<TitleId> id(Context context) {
    for (Map.Entry<String, TitleSource> each : IDS.entrySet()) {
      String value = context.queryParam(each.getKey());
      if (value != null && !value.isBlank()) {
        return Optional.of(TitleId.parse(each.getValue(), value));
      }
    }
    return Optional.empty();
  }

  private static String error(int code, String description) {
    return XmlText.document(
        xml -> {
          xml.writeEmptyElement("error");
          xml.writeAttribute("code", Integer.toString(code));
          xml.writeAttribute("description", XmlText.legal(description));
        });
  }

  private static String capabilities() {
    return XmlText.document(
        xml -> {
          xml.writeStartElement("caps");
          xml.writeEmptyElement("server");
          xml.writeAttribute("title", "Orbweaver");
          xml.writeEmptyElement("limits");
          xml.writeAttribute("max", Integer.toString(MOST));
          xml.writeAttribute("default", Integer.toString(MOST));
          xml.writeStartElement("searching");
          searching(xml, "search", "q");
          searching(xml, "tv-search", "q,season,ep,imdbid,tvdbid,tmdbid");
          searching(xml, "movie-search", "q,year,imdbid,tmdbid");
          searching(xml, "music-search", "q");
          searching(xml, "book-search", "q");
          xml.writeEndElement();
          xml.writeStartElement("categories");
          for (Category category : Category.ALL) {
            category(xml, "category", category);
          }
          xml.writeEndElement();
          xml.writeEndElement();
        });
  }

  private static void searching(XMLStreamWriter xml, String name, String parameters)
      throws XMLStreamException {
    xml.writeEmptyElement(name);
    xml.writeAttribute("available", "yes");
    xml.writeAttribute("supportedParams", parameters);
  }

  private static void category(XMLStreamWriter xml, String element, Category category)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("id", Integer.toString(category.id()));
    xml.writeAttribute("name", category.name());
    for (Category part : category.parts()) {
      category(xml, "subcat", part);
    }
    xml.writeEndElement();
  }
}
