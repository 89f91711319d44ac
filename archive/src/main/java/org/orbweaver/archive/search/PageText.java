package org.orbweaver.archive.search;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.links.Encodings;

/**
 * What a person reads of a page or PDF.
 *
 * @param language two letters, or empty if it cannot be told
 * @param hosts it links to
 * @param noindex its author asks not to be found by its words
 */
public record PageText(
    String title, String text, String language, List<String> hosts, boolean noindex) {
  private static final int MOST_TEXT = 200_000;
  private static final int MOST_TITLE = 1_000;
  private static final int MOST_HOSTS = 200;

  /** No name is longer (RFC 1035 §2.3.4), and Lucene takes no term of some ten thousand letters. */
  private static final int LONGEST_HOST = 253;

  private static final Set<String> READ =
      Set.of(
          "text/html", "application/xhtml+xml", "application/pdf", "text/plain", "text/markdown");
  private static final int PDF_PAGES = 200;
  private static final Set<String> GERMAN =
      Set.of("der", "die", "das", "und", "ist", "nicht", "mit", "ein", "eine", "von", "zu", "auf");
  private static final Set<String> ENGLISH =
      Set.of("the", "and", "of", "to", "is", "in", "that", "for", "with", "are", "this", "not");

  public PageText(String title, String text, String language, List<String> hosts) {
    this(title, text, language, hosts, false);
  }

  PageText asking(boolean notToBeFound) {
    return new PageText(title, text, language, hosts, notToBeFound);
  }

  /** Whether there may be something to read in such files. */
  static boolean reads(String mediaType) {
    return READ.contains(mediaType);
  }

  /** Null if there is nothing to read in it. */
  public static @Nullable PageText of(
      String url, String mediaType, byte[] body, @Nullable String contentType) {
    return switch (mediaType) {
      case "text/html", "application/xhtml+xml" -> html(url, body, contentType);
      case "application/pdf" -> pdf(body);
      case "text/plain", "text/markdown" ->
          plain("", new String(body, Encodings.of(body, contentType)), "");
      default -> null;
    };
  }

  private static PageText html(String url, byte[] body, @Nullable String contentType) {
    Document page = Jsoup.parse(new String(body, Encodings.of(body, contentType)), url);
    String declared = "";
    Element root = page.selectFirst("html[lang]");
    if (root != null) {
      declared = root.attr("lang");
    }
    List<String> hosts =
        page.select("a[href]").stream()
            .map(link -> host(link.absUrl("href")))
            .filter(host -> !host.isEmpty() && host.length() <= LONGEST_HOST)
            .distinct()
            .limit(MOST_HOSTS)
            .toList();
    PageText text = plain(page.title(), page.body() == null ? "" : page.body().text(), declared);
    return new PageText(text.title(), text.text(), text.language(), hosts);
  }

  private static String host(String url) {
    int start = url.indexOf("://") + 3;
    int end = url.indexOf('/', start);
    return start < 3 ? "" : url.substring(start, end < 0 ? url.length() : end);
  }

  private static @Nullable PageText pdf(byte[] body) {
    try (PDDocument document = Loader.loadPDF(body)) {
      PDFTextStripper stripper = new PDFTextStripper();
      stripper.setEndPage(PDF_PAGES);
      String title = document.getDocumentInformation().getTitle();
      return plain(title == null ? "" : title, stripper.getText(document), "");
    } catch (IOException | RuntimeException e) {
      return null; // damaged or locked: nothing to read
    }
  }

  private static PageText plain(String title, String text, String declared) {
    String shown = text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
    String named = declared.length() >= 2 ? declared.substring(0, 2).toLowerCase(Locale.ROOT) : "";
    String called = title.length() > MOST_TITLE ? title.substring(0, MOST_TITLE) : title;
    return new PageText(
        called, shown, named.isEmpty() ? language(title + " " + shown) : named, List.of());
  }

  /** By its script, or by the small words of German and English. */
  static String language(String text) {
    int kana = 0;
    int han = 0;
    int most = Math.min(text.length(), 5_000);
    for (int i = 0; i < most; i++) {
      Character.UnicodeScript script = Character.UnicodeScript.of(text.charAt(i));
      kana +=
          script == Character.UnicodeScript.HIRAGANA || script == Character.UnicodeScript.KATAKANA
              ? 1
              : 0;
      han += script == Character.UnicodeScript.HAN ? 1 : 0;
    }
    if (kana + han > most / 20) {
      return kana > han / 20 ? "ja" : "zh";
    }
    int german = 0;
    int english = 0;
    for (String word : text.substring(0, most).toLowerCase(Locale.ROOT).split("[^\\p{L}]+")) {
      german += GERMAN.contains(word) ? 1 : 0;
      english += ENGLISH.contains(word) ? 1 : 0;
    }
    return german + english < 3 ? "" : german > english ? "de" : "en";
  }

  /** Charikar's SimHash over words: pages that differ in few words differ in few bits. */
  long simHash() {
    int[] weights = new int[64];
    for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")) {
      long hash = 0xcbf29ce484222325L;
      for (byte each : word.getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ each) * 0x100000001b3L;
      }
      hash ^= hash >>> 32;
      hash *= 0x9e3779b97f4a7c15L;
      for (int bit = 0; bit < 64; bit++) {
        weights[bit] += (hash >>> bit & 1) == 0 ? -1 : 1;
      }
    }
    long simHash = 0;
    for (int bit = 0; bit < 64; bit++) {
      simHash |= weights[bit] > 0 ? 1L << bit : 0;
    }
    return simHash;
  }
}
