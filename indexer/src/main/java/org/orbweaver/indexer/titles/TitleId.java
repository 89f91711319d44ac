package org.orbweaver.indexer.titles;

/** A number and whose it is. */
public record TitleId(TitleSource source, long number) {
  /** As these databases write it: {@code tt0133093}, {@code 603}. */
  public static TitleId parse(TitleSource source, String text) {
    String digits = text.strip().replaceFirst("^tt", "");
    if (!digits.matches("\\d{1,12}")) {
      throw new IllegalArgumentException(
          source.name().toLowerCase(java.util.Locale.ROOT) + "id is a number, not '" + text + "'");
    }
    return new TitleId(source, Long.parseLong(digits));
  }
}
