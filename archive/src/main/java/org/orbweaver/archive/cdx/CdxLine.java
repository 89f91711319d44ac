package org.orbweaver.archive.cdx;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.warc.RecordLocation;
import tools.jackson.databind.json.JsonMapper;

/**
 * One capture, field by field, by the names of pywb's CDX server.
 *
 * @param urlkey SURT, in lower case as other programs have it
 */
public record CdxLine(
    String urlkey,
    String timestamp,
    String url,
    String mime,
    String status,
    String digest,
    long length,
    long offset,
    String filename) {
  /** In the order of the eleven columns of the old format that others read. */
  private static final List<String> COLUMNS =
      List.of(
          "urlkey",
          "timestamp",
          "url",
          "mime",
          "status",
          "digest",
          "redirect",
          "robotflags",
          "length",
          "offset",
          "filename");

  public static CdxLine of(ArchivedCapture capture) {
    IndexRow row = capture.row();
    boolean revisit = row.kind() != IndexRow.Kind.RESPONSE;
    // A 304 that only an index row tells of is found where its payload is.
    boolean rowOnly = row.place().file() == 0;
    RecordLocation place = rowOnly || isLineOnly(row) ? row.payload() : row.place();
    return new CdxLine(
        row.surt().toLowerCase(Locale.ROOT),
        Timestamp.of(row.at()),
        row.url(),
        revisit ? "warc/revisit" : row.mediaType().isEmpty() ? "unk" : row.mediaType(),
        revisit && row.status() == 304 ? "-" : String.valueOf(row.status()),
        WarcIntake.base32(row.digest()),
        place.length(),
        place.offset(),
        capture.source().fileName(place));
  }

  /** All 304s of a host share one metadata record, which holds no response of any of them. */
  private static boolean isLineOnly(IndexRow row) {
    return row.kind() == IndexRow.Kind.NOT_MODIFIED;
  }

  public Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("urlkey", urlkey);
    fields.put("timestamp", timestamp);
    fields.put("url", url);
    fields.put("mime", mime);
    fields.put("status", status);
    fields.put("digest", digest);
    fields.put("length", String.valueOf(length));
    fields.put("offset", String.valueOf(offset));
    fields.put("filename", filename);
    return fields;
  }

  public String cdxj() {
    Map<String, String> json = fields();
    json.remove("urlkey");
    json.remove("timestamp");
    return urlkey + " " + timestamp + " " + JsonMapper.shared().writeValueAsString(json);
  }

  public String cdx() {
    Map<String, String> fields = fields();
    StringBuilder line = new StringBuilder();
    for (String column : COLUMNS) {
      line.append(line.isEmpty() ? "" : " ").append(fields.getOrDefault(column, "-"));
    }
    return line.toString();
  }
}
