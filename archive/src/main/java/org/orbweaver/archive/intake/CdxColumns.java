package org.orbweaver.archive.intake;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcDigest;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.index.RowDraft;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lines of a CDX file, whose first line names its columns by letters, or of a CDXJ file, whose
 * lines end in JSON.
 */
final class CdxColumns {
  static final String HEADER = " CDX ";
  private static final String USUAL = "N b a m s k r M S V g";
  private static final Map<Character, String> NAMES =
      Map.of(
          'a',
          "url",
          'b',
          "timestamp",
          'm',
          "mime",
          's',
          "status",
          'k',
          "digest",
          'S',
          "length",
          'V',
          "offset",
          'g',
          "filename");

  private final List<String> names = new ArrayList<>();

  /**
   * @param header of a CDX file; any other line for the eleven columns that are usual
   */
  CdxColumns(String header) {
    String letters = header.startsWith(HEADER) ? header.substring(HEADER.length()) : USUAL;
    for (String letter : letters.strip().split(" ")) {
      names.add(letter.isEmpty() ? "" : NAMES.getOrDefault(letter.charAt(0), ""));
    }
  }

  /** A capture, and where its record is. */
  record Line(RowDraft draft, String file, long offset, long length) {}

  /** Null for a line that tells of no capture of a web page. */
  @Nullable Line read(String line) {
    try {
      int json = line.indexOf(" {");
      return json > 0 ? fromJson(line, json) : fromColumns(line);
    } catch (IllegalArgumentException | DateTimeException | JacksonException e) {
      return null;
    }
  }

  private @Nullable Line fromColumns(String line) {
    String[] fields = new String[FIELDS];
    int at = 0;
    for (String name : names) {
      int space = line.indexOf(' ', at);
      String value = space < 0 ? line.substring(at) : line.substring(at, space);
      int field = field(name);
      if (field >= 0) {
        fields[field] = value;
      }
      if (space < 0) {
        break;
      }
      at = space + 1;
    }
    return line(fields);
  }

  private static @Nullable Line fromJson(String line, int json) {
    int space = line.indexOf(' ');
    JsonNode node = JsonMapper.shared().readTree(line.substring(json + 1));
    String[] fields = new String[FIELDS];
    node.properties()
        .forEach(
            each -> {
              int field = field(each.getKey());
              if (field >= 0) {
                fields[field] = each.getValue().asString();
              }
            });
    fields[TIME] = line.substring(space + 1, json).strip();
    return line(fields);
  }

  private static final int FIELDS = 8;
  private static final int URL = 0;
  private static final int TIME = 1;
  private static final int MIME = 2;
  private static final int STATUS = 3;
  private static final int DIGEST = 4;
  private static final int LENGTH = 5;
  private static final int OFFSET = 6;
  private static final int FILE = 7;

  private static int field(String name) {
    return switch (name) {
      case "url" -> URL;
      case "timestamp" -> TIME;
      case "mime" -> MIME;
      case "status" -> STATUS;
      case "digest" -> DIGEST;
      case "length" -> LENGTH;
      case "offset" -> OFFSET;
      case "filename" -> FILE;
      default -> -1;
    };
  }

  private static @Nullable Line line(@Nullable String[] fields) {
    String url = fields[URL] == null ? null : ForeignDrafts.url(fields[URL]);
    String time = fields[TIME];
    String file = fields[FILE];
    if (url == null || time == null || file == null || time.length() != 14 || !isName(file)) {
      return null;
    }
    String mime = told(fields[MIME]);
    boolean revisit = mime.equals("warc/revisit");
    RowDraft draft =
        new RowDraft(
            url,
            time(time),
            revisit ? IndexRow.Kind.REVISIT : IndexRow.Kind.RESPONSE,
            (int) number(told(fields[STATUS]), 0),
            digest(told(fields[DIGEST])),
            revisit || mime.equals("unk") ? "" : mime.toLowerCase(Locale.ROOT),
            null,
            null,
            null,
            null);
    long offset = number(told(fields[OFFSET]), -1);
    return offset < 0 || !ForeignDrafts.isPossible(draft)
        ? null
        : new Line(draft, file, offset, number(told(fields[LENGTH]), 0));
  }

  private static boolean isName(String file) {
    return !file.isEmpty() && file.chars().allMatch(c -> c >= ' ');
  }

  private static String told(@Nullable String field) {
    return field == null || field.equals("-") ? "" : field;
  }

  private static long number(String digits, long otherwise) {
    return digits.isEmpty() ? otherwise : Long.parseLong(digits);
  }

  private static Instant time(String digits) {
    return LocalDateTime.of(
            Integer.parseInt(digits, 0, 4, 10),
            Integer.parseInt(digits, 4, 6, 10),
            Integer.parseInt(digits, 6, 8, 10),
            Integer.parseInt(digits, 8, 10, 10),
            Integer.parseInt(digits, 10, 12, 10),
            Integer.parseInt(digits, 12, 14, 10))
        .toInstant(ZoneOffset.UTC);
  }

  private static byte[] digest(String text) {
    String bare = text.startsWith("sha1:") ? text.substring(5) : text;
    byte[] bytes = bare.length() == 32 ? new WarcDigest("sha1", bare).bytes() : new byte[20];
    return bytes.length == 20 ? bytes : new byte[20];
  }
}
