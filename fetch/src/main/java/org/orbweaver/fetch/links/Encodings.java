package org.orbweaver.fetch.links;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page's character encoding, in the standard's order: byte order mark, Content-Type, a meta
 * element among the first bytes; otherwise UTF-8 if the page is valid in it, else windows-1252.
 */
public final class Encodings {
  private static final int PRESCAN = 2048;
  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*[\"']?([\\w:.+-]+)", Pattern.CASE_INSENSITIVE);
  private static final Charset WESTERN = Charset.forName("windows-1252");

  private Encodings() {}

  public static Charset of(byte[] page, @Nullable String contentType) {
    Charset marked = byMark(page);
    if (marked != null) {
      return marked;
    }
    Charset declared = contentType == null ? null : declaredIn(contentType);
    if (declared == null) {
      String start =
          new String(page, 0, Math.min(page.length, PRESCAN), StandardCharsets.ISO_8859_1);
      declared = declaredIn(start);
      // A page that says so in ASCII cannot be in UTF-16.
      if (declared != null && declared.name().startsWith("UTF-16")) {
        declared = StandardCharsets.UTF_8;
      }
    }
    return declared != null ? declared : isUtf8(page) ? StandardCharsets.UTF_8 : WESTERN;
  }

  private static @Nullable Charset byMark(byte[] page) {
    if (page.length >= 3 && page[0] == (byte) 0xef && page[1] == (byte) 0xbb) {
      return StandardCharsets.UTF_8;
    }
    if (page.length >= 2 && page[0] == (byte) 0xfe && page[1] == (byte) 0xff) {
      return StandardCharsets.UTF_16BE;
    }
    if (page.length >= 2 && page[0] == (byte) 0xff && page[1] == (byte) 0xfe) {
      return StandardCharsets.UTF_16LE;
    }
    return null;
  }

  private static @Nullable Charset declaredIn(String text) {
    int named = indexOfCharset(text);
    if (named < 0) {
      return null;
    }
    Matcher declared = CHARSET.matcher(text);
    if (!declared.find(named)) {
      return null;
    }
    String label = declared.group(1).toLowerCase(Locale.ROOT);
    // Browsers read these as windows-1252, and so must we to see the same addresses.
    return label.equals("iso-8859-1") || label.equals("us-ascii") || label.equals("latin1")
        ? WESTERN
        : named(label);
  }

  /** Most pages have the word near their start or not at all: looked for without the pattern. */
  private static int indexOfCharset(String text) {
    for (int at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
      int end = at;
      while (end > 0 && text.charAt(end - 1) <= ' ') {
        end--;
      }
      if (end >= 7 && text.regionMatches(true, end - 7, "charset", 0, 7)) {
        return end - 7;
      }
    }
    return -1;
  }

  private static @Nullable Charset named(String label) {
    try {
      Charset found = Charset.forName(label);
      // Some the platform can only read (ISO-2022-CN). Browsers know none of those, and what is
      // read in parts must be written, too.
      return found.canEncode() ? found : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static boolean isUtf8(byte[] page) {
    for (int i = 0; i < page.length; i++) {
      if (page[i] < 0) {
        int length = Integer.numberOfLeadingZeros(~(page[i] << 24));
        if (length < 2 || length > 4) {
          return false;
        }
        for (int j = 1; j < length; j++) {
          // The end may be cut.
          if (i + j < page.length && (page[i + j] & 0xc0) != 0x80) {
            return false;
          }
        }
        i += length - 1;
      }
    }
    return true;
  }
}
