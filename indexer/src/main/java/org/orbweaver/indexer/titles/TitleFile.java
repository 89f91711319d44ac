package org.orbweaver.indexer.titles;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a table of titles, whichever of four it is:
 *
 * <ul>
 *   <li>IMDb's {@code title.basics.tsv};
 *   <li>AniDB's {@code anime-titles.dat} ({@code number|type|language|name}; it has no years);
 *   <li>TMDB's daily exports, lines of JSON (no years either; films unless {@code original_name}
 *       says series);
 *   <li>CSV whose first line names columns among title, year, kind (film or series), imdb, tmdb,
 *       tvdb, anidb. A line without title says that two numbers mean the same.
 * </ul>
 */
public final class TitleFile {
  private static final int BATCH = 1_000;
  private static final Set<String> FILMS = Set.of("movie", "tvMovie", "video", "tvSpecial");
  private static final Set<String> SERIES = Set.of("tvSeries", "tvMiniSeries");

  private final TitleCatalog catalog;
  private final List<Title> batch = new ArrayList<>(BATCH);
  private long read;
  private long added;
  private long unread;

  /**
   * What came of it.
   *
   * @param read titles in the file that were films or series
   * @param added that the index did not have
   * @param unread lines that could not be understood
   */
  public record Outcome(long read, long added, long unread) {}

  private TitleFile(TitleCatalog catalog) {
    this.catalog = catalog;
  }

  public static Outcome read(BufferedReader lines, TitleCatalog into) throws IOException {
    TitleFile file = new TitleFile(into);
    lines.mark(1 << 16);
    String first = lines.readLine();
    while (first != null && first.startsWith("#")) {
      lines.mark(1 << 16);
      first = lines.readLine();
    }
    if (first == null) {
      throw new IOException("the table is empty");
    }
    if (first.startsWith("tconst\t")) {
      file.imdb(lines);
    } else if (first.startsWith("{")) {
      lines.reset();
      file.tmdb(lines);
    } else if (first.matches("\\d+\\|\\d\\|[^|]*\\|.*")) {
      lines.reset();
      file.anidb(lines);
    } else {
      lines.reset();
      file.csv(lines);
    }
    file.flush();
    return new Outcome(file.read, file.added, file.unread);
  }

  private void imdb(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split("\t", -1);
      if (fields.length < 6 || !fields[0].matches("tt\\d{1,12}")) {
        unread++;
      } else if (FILMS.contains(fields[1]) || SERIES.contains(fields[1])) {
        TitleId id = TitleId.parse(TitleSource.IMDB, fields[0]);
        boolean series = SERIES.contains(fields[1]);
        add(new Title(id, fields[2], year(fields[5]), series));
        if (!fields[3].equals(fields[2])) {
          add(new Title(id, fields[3], year(fields[5]), series));
        }
      }
    }
  }

  private void anidb(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split("\\|", 4);
      if (fields.length == 4 && fields[0].matches("\\d{1,12}")) {
        TitleId id = TitleId.parse(TitleSource.ANIDB, fields[0]);
        add(new Title(id, fields[3], OptionalInt.empty(), true));
      } else if (!line.startsWith("#")) {
        unread++;
      }
    }
  }

  private void tmdb(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        JsonNode node = JsonMapper.shared().readTree(line);
        boolean series = node.has("original_name");
        String name = node.path(series ? "original_name" : "original_title").asString("");
        add(
            new Title(
                new TitleId(TitleSource.TMDB, node.path("id").asLong()),
                name,
                OptionalInt.empty(),
                series));
      } catch (RuntimeException e) {
        unread++;
      }
    }
  }

  private void csv(BufferedReader lines) throws IOException {
    for (NamedCsvRecord row : CsvReader.builder().ofNamedCsvRecord(lines)) {
      Map<TitleSource, TitleId> ids = new EnumMap<>(TitleSource.class);
      try {
        for (TitleSource source : TitleSource.values()) {
          String number = field(row, source.name().toLowerCase(Locale.ROOT));
          if (!number.isBlank()) {
            ids.put(source, TitleId.parse(source, number));
          }
        }
      } catch (IllegalArgumentException e) {
        unread++;
        continue;
      }
      String name = field(row, "title");
      if (ids.isEmpty()) {
        unread++;
      } else if (name.isBlank()) {
        same(List.copyOf(ids.values()));
      } else {
        boolean series = field(row, "kind").strip().equalsIgnoreCase("series");
        OptionalInt year = year(field(row, "year"));
        ids.values().forEach(id -> add(new Title(id, name, year, series)));
      }
    }
  }

  private static String field(NamedCsvRecord row, String column) {
    return row.findField(column).orElse("");
  }

  private void same(List<TitleId> ids) {
    flush();
    for (TitleId known : ids) {
      for (TitleId other : ids) {
        if (!known.equals(other)) {
          added += catalog.alias(known, other);
        }
      }
    }
  }

  private void add(Title title) {
    if (Title.folded(title.name()).isEmpty()) {
      unread++;
      return;
    }
    read++;
    batch.add(title);
    if (batch.size() == BATCH) {
      flush();
    }
  }

  private void flush() {
    if (!batch.isEmpty()) {
      added += catalog.addTitles(batch);
      batch.clear();
    }
  }

  private static OptionalInt year(String text) {
    return text.strip().matches("\\d{4}")
        ? OptionalInt.of(Integer.parseInt(text.strip()))
        : OptionalInt.empty();
  }
}
