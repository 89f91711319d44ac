package org.orbweaver.indexer.exchange;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of torrents as CSV (RFC 4180): an export of ours, or any other whose first line names
 * columns for hash, name and size.
 */
public final class CsvTable {
  /** Somebody else's names for our columns. */
  private static final Map<String, String> OTHER_NAMES =
      Map.of("infohash", "hash", "info_hash", "hash", "title", "name", "length", "size");

  /** Whatever strangers put into a field; a name is cut at a thousand characters anyway. */
  private static final int LONGEST_FIELD = 16 << 20;

  private final Iterator<CsvRecord> records;
  private final List<String> columns;

  public CsvTable(BufferedReader reader) throws IOException {
    this.records =
        CsvReader.builder()
            .maxBufferSize(LONGEST_FIELD)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(true)
            .ofCsvRecord(reader)
            .iterator();
    List<String> header = fields();
    this.columns =
        header == null
            ? List.of()
            : header.stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .map(name -> OTHER_NAMES.getOrDefault(name, name))
                .toList();
    if (!columns.contains("hash") || !columns.contains("name")) {
      throw new IOException("its first line must name at least the columns hash and name");
    }
  }

  /**
   * The next torrent, or null at the end. Throws an {@link IllegalArgumentException} that says what
   * is wrong with the line; the one after it can be read all the same. Behind a field of endless
   * length nothing can be read any more: that is an {@link IOException}.
   */
  public @Nullable ImportedTorrent next() throws IOException {
    List<String> fields = fields();
    if (fields == null) {
      return null;
    }
    Map<String, Object> line = new HashMap<>();
    for (int i = 0; i < Math.min(columns.size(), fields.size()); i++) {
      String value = fields.get(i);
      switch (columns.get(i)) {
        case "hash" -> line.put("hash", value.strip().toLowerCase(Locale.ROOT));
        case "name" -> line.put("name", CsvLine.unguarded(value));
        case "size", "seeders", "leechers" -> number(value, columns.get(i), line);
        default -> {}
      }
    }
    return TorrentLine.of(line);
  }

  private static void number(String value, String column, Map<String, Object> line) {
    if (!value.isBlank()) {
      try {
        line.put(column, Long.parseLong(value.strip()));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(column + " is not a number: " + value, e);
      }
    }
  }

  /** Of one record, which may go over several lines; null at the end. */
  private @Nullable List<String> fields() throws IOException {
    try {
      return records.hasNext() ? records.next().getFields() : null;
    } catch (CsvParseException e) {
      throw new IOException(e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
