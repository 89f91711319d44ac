package org.orbweaver.archive.search;

import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.netpreserve.jwarc.WarcDigest;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * The document of one capture as warc-indexer (of the UK Web Archive's webarchive-discovery) would
 * write it, so that SolrWayback and others read it: names, types and values of its schema where
 * there is something to tell.
 */
final class SolrFields {
  private SolrFields() {}

  static Map<String, Object> of(CaptureSource source, IndexRow row, PageText text) {
    Map<String, Object> fields = new LinkedHashMap<>();
    String timestamp = Timestamp.of(row.at());
    String host = TextIndex.host(row.url());
    String name = host.replaceFirst(":\\d+$", "");
    RecordLocation place = row.payload();
    fields.put("id", timestamp + "/" + row.surt());
    fields.put("url", row.url());
    fields.put("url_norm", norm(row.url()));
    fields.put("url_type", row.url().matches("https?://[^/]+/") ? "slashpage" : "normal");
    fields.put("url_path", row.url().replaceFirst("^[a-z]+://[^/]*", "").replaceFirst("\\?.*", ""));
    fields.put("host", name);
    fields.put("domain", domain(name));
    fields.put("public_suffix", name.substring(name.lastIndexOf('.') + 1));
    fields.put("crawl_date", row.at().toString());
    fields.put("crawl_year", row.at().atOffset(ZoneOffset.UTC).getYear());
    fields.put("wayback_date", Long.parseLong(timestamp));
    fields.put("record_type", row.kind() == IndexRow.Kind.RESPONSE ? "response" : "revisit");
    fields.put("status_code", row.status());
    fields.put("hash", "sha1:" + new WarcDigest("sha1", row.digest()).base32());
    fields.put("source_file", source.fileName(place));
    fields.put("source_file_path", source.fileName(place));
    fields.put("source_file_offset", place.offset());
    fields.put("collection", source.name());
    fields.put("content_type", row.mediaType());
    fields.put("content_type_served", row.mediaType());
    fields.put("content_type_norm", kind(row.mediaType()));
    fields.put("type", kind(row.mediaType()).equals("html") ? "Web Page" : "Document");
    if (!text.language().isEmpty()) {
      fields.put("content_language", text.language());
    }
    fields.put("title", text.title());
    fields.put("content", text.text());
    fields.put("content_text_length", text.text().length());
    fields.put("links_hosts", text.hosts());
    fields.put("links_domains", text.hosts().stream().map(SolrFields::domain).distinct().toList());
    return fields;
  }

  /** Without www, scheme and case: what captures of one page have in common. */
  private static String norm(String url) {
    String bare = url.substring(url.indexOf("://") + 3).toLowerCase(Locale.ROOT);
    return "http://" + (bare.startsWith("www.") ? bare.substring(4) : bare);
  }

  private static String domain(String host) {
    String bare = host.replaceFirst(":\\d+$", "");
    if (bare.startsWith("[") || bare.matches("[0-9.]+")) {
      return bare;
    }
    int dot = bare.lastIndexOf('.', bare.lastIndexOf('.') - 1);
    return bare.substring(dot + 1);
  }

  private static String kind(String mediaType) {
    return switch (mediaType) {
      case "text/html", "application/xhtml+xml" -> "html";
      case "application/pdf" -> "pdf";
      default -> mediaType.startsWith("text/") ? "text" : "other";
    };
  }
}
