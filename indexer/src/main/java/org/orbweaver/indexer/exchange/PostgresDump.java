package org.orbweaver.indexer.exchange;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows in a plain text dump of PostgreSQL, as {@code INSERT} statements with column names or as
 * {@code COPY} blocks. Everything else in the file is passed over.
 *
 * <pre>
 *   INSERT INTO public.torrents (info_hash, name) VALUES          COPY public.torrents (info_hash, name) FROM stdin;
 *     ('\x0123…', 'it''s'),                                       \\x0123…    it's
 *     ('\x4567…', NULL) ON CONFLICT DO NOTHING;                   \\x4567…    \N
 *                                                                 \.
 * </pre>
 */
final class PostgresDump {
  /** Takes one row; a value is null where the dump says NULL or DEFAULT. */
  @FunctionalInterface
  interface Rows {
    void row(String table, List<String> columns, List<@Nullable String> values) throws IOException;
  }

  private static final String INSERT = "INSERT INTO ";
  private static final String COPY = "COPY ";

  private final BufferedReader reader;
  private final Rows rows;
  private String line = "";
  private int at;

  private PostgresDump(BufferedReader reader, Rows rows) {
    this.reader = reader;
    this.rows = rows;
  }

  static void read(BufferedReader reader, Rows rows) throws IOException {
    PostgresDump dump = new PostgresDump(reader, rows);
    while (dump.nextLine()) {
      if (dump.line.startsWith(INSERT)) {
        dump.insert();
      } else if (dump.line.startsWith(COPY) && dump.line.endsWith("FROM stdin;")) {
        dump.copy();
      }
    }
  }

  private boolean nextLine() throws IOException {
    String next = reader.readLine();
    line = next == null ? "" : next;
    at = 0;
    return next != null;
  }

  private void insert() throws IOException {
    at = INSERT.length();
    String table = table(until('('));
    List<String> columns = columns(until(')'));
    until('S'); // of VALUES
    while (true) {
      skipSpace();
      if (peek() != '(') {
        return; // ON CONFLICT DO NOTHING; or the end
      }
      at++;
      rows.row(table, columns, tuple());
      skipSpace();
      if (peek() == ',') {
        at++;
      }
    }
  }

  private List<@Nullable String> tuple() throws IOException {
    List<@Nullable String> values = new ArrayList<>();
    while (true) {
      skipSpace();
      if (peek() == '\'') {
        at++;
        values.add(quoted());
      } else {
        values.add(bare());
      }
      skipSpace();
      if (next() == ')') {
        return values;
      }
    }
  }

  private @Nullable String bare() throws IOException {
    int from = at;
    while (peek() != ',' && peek() != ')' && peek() != '\n') {
      at++;
    }
    String word = line.substring(from, at).strip();
    return word.equals("NULL") || word.equals("DEFAULT") ? null : word;
  }

  /** May go over several lines; a quote within is doubled. */
  private String quoted() throws IOException {
    StringBuilder text = new StringBuilder();
    while (true) {
      char each = next();
      if (each != '\'') {
        text.append(each);
      } else if (peek() == '\'') {
        text.append('\'');
        at++;
      } else {
        return text.toString();
      }
    }
  }

  private void copy() throws IOException {
    at = COPY.length();
    String table = table(until('('));
    List<String> columns = columns(until(')'));
    while (nextLine() && !line.equals("\\.")) {
      List<@Nullable String> values = new ArrayList<>(columns.size());
      for (String field : line.split("\t", -1)) {
        values.add(field.equals("\\N") ? null : unescaped(field));
      }
      rows.row(table, columns, values);
    }
  }

  private static String unescaped(String field) {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder text = new StringBuilder(field.length());
    for (int i = 0; i < field.length(); i++) {
      char each = field.charAt(i);
      if (each != '\\' || i + 1 == field.length()) {
        text.append(each);
        continue;
      }
      char escaped = field.charAt(++i);
      text.append(
          switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> '\u000b';
            default -> escaped;
          });
    }
    return text.toString();
  }

  private static String table(String name) {
    String plain = name.strip().replace("\"", "");
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  private static List<String> columns(String list) {
    return Arrays.stream(list.split(",")).map(name -> name.strip().replace("\"", "")).toList();
  }

  private String until(char end) throws IOException {
    StringBuilder text = new StringBuilder();
    for (char each = next(); each != end; each = next()) {
      text.append(each);
    }
    return text.toString();
  }

  private void skipSpace() throws IOException {
    while (Character.isWhitespace(peek())) {
      next();
    }
  }

  /** A new line at the end of a line; the next one is not touched yet. */
  private char peek() {
    return at < line.length() ? line.charAt(at) : '\n';
  }

  private char next() throws IOException {
    if (at < line.length()) {
      return line.charAt(at++);
    }
    if (!nextLine()) {
      throw new IOException("the dump breaks off within a statement");
    }
    return '\n';
  }
}
