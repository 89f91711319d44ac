package org.orbweaver.archive.table;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.cdx.CdxLine;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.archive.search.PageText;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Captures as a Parquet file. Columns are named as in Common Crawl's columnar index where it has
 * them; {@code crawl} is the collection, {@code revisit} whether the body lies in another record.
 */
public final class CaptureTable {
  private static final String COLUMNS =
      "url_surtkey VARCHAR, url VARCHAR, url_host_name VARCHAR, url_host_tld VARCHAR,"
          + " url_host_registered_domain VARCHAR, url_protocol VARCHAR, url_port INTEGER,"
          + " url_path VARCHAR, url_query VARCHAR, fetch_millis BIGINT, fetch_status SMALLINT,"
          + " content_digest VARCHAR, content_mime_type VARCHAR, content_mime_detected VARCHAR,"
          + " content_languages VARCHAR, warc_filename VARCHAR, warc_record_offset BIGINT,"
          + " warc_record_length BIGINT, revisit BOOLEAN, crawl VARCHAR";
  private static final int MOST_DECODED = 16 << 20;

  private final Map<String, String> languages = new HashMap<>();
  private long written;

  private CaptureTable() {}

  /** Writes what may be shown of a slice; returns how many captures that are. */
  public static long write(Archive archive, Slice slice, Path parquet) throws IOException {
    CaptureTable table = new CaptureTable();
    try (DuckDBConnection database = database()) {
      try (Statement statement = database.createStatement()) {
        statement.execute("CREATE TABLE rows (" + COLUMNS + ")");
      }
      try (DuckDBAppender rows = database.createAppender("main", "rows")) {
        for (CaptureSource source : archive.sources()) {
          table.append(archive, source, slice, rows);
        }
      }
      try (Statement statement = database.createStatement()) {
        statement.execute(
            "COPY (SELECT * EXCLUDE (fetch_millis), epoch_ms(fetch_millis) AS fetch_time FROM rows"
                + " ORDER BY url_surtkey, fetch_millis) TO "
                + quoted(parquet)
                + " (FORMAT parquet, COMPRESSION zstd)");
      }
      return table.written;
    } catch (SQLException e) {
      throw new IOException("the captures cannot be written as a table: " + e.getMessage(), e);
    }
  }

  private static DuckDBConnection database() throws SQLException {
    return DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }

  private void append(Archive archive, CaptureSource source, Slice slice, DuckDBAppender rows)
      throws SQLException {
    List<SQLException> failure = new ArrayList<>();
    source.scan(
        slice.surtStart(),
        slice.surtStart(),
        row -> {
          if (slice.holds(row) && archive.isShown(source, row)) {
            try {
              append(new ArchivedCapture(source, row), rows);
              written++;
            } catch (SQLException e) {
              failure.add(e);
            }
          }
          return failure.isEmpty();
        });
    if (!failure.isEmpty()) {
      throw failure.getFirst();
    }
  }

  private void append(ArchivedCapture capture, DuckDBAppender rows) throws SQLException {
    IndexRow row = capture.row();
    WebUrl url = WebUrl.parse(row.url());
    String digest = CdxLine.of(capture).digest();
    String host = url == null ? "" : url.host();
    String surt = row.surt();
    String[] parts = surt.substring(0, Math.max(0, surt.indexOf(')'))).split("[,:]");
    boolean named =
        parts.length > 1 && !parts[0].isEmpty() && !Character.isDigit(parts[0].charAt(0));
    String path = row.url().replaceFirst("^[a-z]+://[^/?#]*", "");
    int query = path.indexOf('?');
    rows.beginRow();
    rows.append(surt);
    rows.append(row.url());
    rows.append(host);
    rows.append(named ? parts[0] : "");
    rows.append(named ? parts[1] + "." + parts[0] : host);
    rows.append(row.url().replaceFirst(":.*", ""));
    rows.append(url == null ? 0 : url.port());
    rows.append(query < 0 ? path : path.substring(0, query));
    rows.append(query < 0 ? "" : path.substring(query + 1));
    rows.append(row.at().toEpochMilli());
    rows.append((short) row.status());
    rows.append(digest);
    rows.append(row.mediaType());
    rows.append(row.mediaType());
    rows.append(language(capture, digest));
    rows.append(capture.source().fileName(row.place()));
    rows.append(row.place().offset());
    rows.append(row.place().length());
    rows.append(row.kind() != IndexRow.Kind.RESPONSE);
    rows.append(capture.source().name());
    rows.endRow();
  }

  /** Of pages alone, and each body is read once. */
  private String language(ArchivedCapture capture, String digest) {
    IndexRow row = capture.row();
    if (row.status() != 200 || !row.mediaType().contains("html")) {
      return "";
    }
    return languages.computeIfAbsent(
        digest,
        absent -> {
          try (Response response = capture.open()) {
            byte[] body = ContentDecoding.decode(response, MOST_DECODED);
            String type = response.headers().first("Content-Type").orElse(null);
            PageText text = PageText.of(row.url(), row.mediaType(), body, type);
            return text == null ? "" : text.language();
          } catch (IOException e) {
            return ""; // a damaged capture: "verify" tells of it
          }
        });
  }

  /** Asks the table {@code captures} in DuckDB; a row is its values by column. */
  public static List<Map<String, @Nullable Object>> ask(Path parquet, String sql)
      throws IOException {
    try (Connection database = database();
        Statement statement = database.createStatement()) {
      statement.execute(
          "CREATE TABLE captures AS SELECT * FROM read_parquet(" + quoted(parquet) + ")");
      // A question comes from a person: it sees the captures, and no file of the machine.
      statement.execute("SET enable_external_access = false");
      List<Map<String, @Nullable Object>> answer = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(sql)) {
        while (rows.next()) {
          Map<String, @Nullable Object> row = new LinkedHashMap<>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.put(rows.getMetaData().getColumnLabel(i), rows.getObject(i));
          }
          answer.add(row);
        }
      }
      return answer;
    } catch (SQLException e) {
      throw new IllegalArgumentException("the question cannot be answered: " + e.getMessage(), e);
    }
  }
}
