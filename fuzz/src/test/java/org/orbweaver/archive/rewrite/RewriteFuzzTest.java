package org.orbweaver.archive.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.fuzz.PlantedBug;

/** An archived page on its way to a reader's browser. */
class RewriteFuzzTest {
  private static final String URL = "http://page.example/a/b.html?callback=f";
  private static final String INJECTION = "<script src=/static/archive.js></script>";

  /** For a link of one byte: the archive's prefix, the page's own address, quotes and escapes. */
  private static final int MOST_PER_BYTE = 400;

  /** The first byte says what kind of body the rest is. */
  @FuzzTest
  void page(byte[] input) {
    if (input.length == 0) {
      return;
    }
    PageRewriting.Kind[] kinds = PageRewriting.Kind.values();
    PageRewriting.Kind kind = kinds[(input[0] & 0xFF) % kinds.length];
    byte[] body = Arrays.copyOfRange(input, 1, input.length);
    LinkRewriter links = new LinkRewriter("/web/", "20260101000000", URL);
    byte[] rewritten =
        new PageRewriting(links, URL, INJECTION, false).rewrite(kind, body, null).rewritten();
    assertThat(rewritten.length).isLessThan(2_000 + MOST_PER_BYTE * body.length);
    PlantedBug.at(
        new String(rewritten, StandardCharsets.ISO_8859_1).contains("im_/http://page.example/a/Z"));
  }
}
