package org.orbweaver.indexer.exchange;

import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentListing;

/** One torrent as a line of CSV (RFC 4180), without its files. */
public final class CsvLine {
  public static final String HEADER = "hash,name,size,files,seeders,leechers,added,tags";

  private static final String FORMULA = "=+-@\t\r";

  private CsvLine() {}

  public static String write(TorrentListing listing) {
    TorrentEntry entry = listing.entry();
    return String.join(
        ",",
        entry.hash().toString(),
        quoted(entry.name()),
        Long.toString(entry.size()),
        Integer.toString(entry.files().size()),
        Integer.toString(listing.seeders()),
        Integer.toString(listing.leechers()),
        Long.toString(listing.addedAt() / 1_000_000_000),
        quoted(listing.tags().replace("_", "")));
  }

  /** Without the apostrophe that was put before a formula. */
  static String unguarded(String text) {
    return text.length() > 1 && text.charAt(0) == '\'' && FORMULA.indexOf(text.charAt(1)) >= 0
        ? text.substring(1)
        : text;
  }

  /**
   * Quoted always. A name that begins like a formula gets an apostrophe: spreadsheets run those.
   */
  private static String quoted(String text) {
    String harmless = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    return '"' + harmless.replace("\"", "\"\"").replaceAll("[\\r\\n]+", " ") + '"';
  }
}
