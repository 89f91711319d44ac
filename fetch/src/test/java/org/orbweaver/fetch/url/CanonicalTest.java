package org.orbweaver.fetch.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalTest {
  @ParameterizedTest
  @CsvSource({
    "http://h/%41?a=1&b=2, http://h/A?a=1&b=2",
    "http://h/%7euser/%e4%b8, http://h/~user/%E4%B8",
    "http://h/a%2Fb, http://h/a%2Fb",
    "http://h/a?, http://h/a",
    "http://h/a;jsessionid=0123456789ABCDEF?x=1, http://h/a?x=1",
    "http://h/a?PHPSESSID=abc&x=1, http://h/a?x=1",
    "http://h/a?x=1&PHPSESSID=abc, http://h/a?x=1",
    "http://h/a?sid=7, http://h/a?sid=7",
    "http://h/a?sid=0123456789abcdef0123456789abcdef, http://h/a",
    "http://h/a?b=2&a=1, http://h/a?b=2&a=1",
    "http://h/%zz, http://h/%zz",
    "HTTP://User:Secret@EXAMPLE.org:80/../x#y, http://example.org/x",
  })
  void pagesHaveOneSpelling(String written, String canonical) {
    assertThat(Canonical.of(WebUrl.of(written))).hasToString(canonical);
  }

  @Test
  void canonicalFormIsItsOwnCanonicalForm() {
    WebUrl once = Canonical.of(WebUrl.of("http://h/%2541;sid=1/%7e?a=%61&PHPSESSID=1"));
    assertThat(Canonical.of(once)).isEqualTo(once);
    assertThat(WebUrl.of(once.toString())).isEqualTo(once);
  }

  /** One such link on a page ended the crawl: the platform throws what nobody expects. */
  @Test
  void aNameOfLigaturesThatBecomesAThousandCharactersIsNoHost() {
    assertThat(WebUrl.parse("http://" + "\uFDFA".repeat(100) + ".example/")).isNull();
    assertThat(WebUrl.parse("http://" + "\u00E4".repeat(1_200) + ".example/")).isNull();
    assertThat(WebUrl.parse("http://b\u00FCcher.example/")).isNotNull();
  }

  /** One such link on a page ended the crawl when the frontier read it again. */
  @Test
  void anAddressThatEscapesMakeTooLongIsNone() {
    WebUrl base = WebUrl.of("http://h/" + "d".repeat(4_000) + "/x");
    assertThat(WebUrl.parse("http://h/" + "{".repeat(5_000))).isNull();
    assertThat(WebUrl.parse("e".repeat(5_000), base)).isNull();
    WebUrl longest = Objects.requireNonNull(WebUrl.parse("e".repeat(4_000), base));
    assertThat(WebUrl.parse(longest.toString())).isEqualTo(longest);
  }

  @Test
  void queriesAreEncodedAsThePageIs() {
    WebUrl base = WebUrl.of("http://h/");
    WebUrl url = WebUrl.parse("?q=ä日", base, Charset.forName("ISO-8859-1"));
    assertThat(Objects.requireNonNull(url)).hasToString("http://h/?q=%E4%26%2326085%3B");
  }

  /** A leading space is dropped, but keeps an address off the quick ways for plain ones. */
  @Test
  void plainAddressesParseAsAllOthersDo() {
    String[] pieces = {
      "http://",
      "https://",
      "http:",
      "/",
      "//",
      "a",
      "B.c",
      "..",
      ".",
      "?",
      "#",
      ":",
      ":80",
      "8",
      "127.1",
      "@",
      "%41",
      "\\",
      "x-y_z~",
      "[::1]",
      "xn--",
      "\t",
      "é",
      "index.html",
      "-"
    };
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(7); i >= 0; i--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      WebUrl base = seed % 5 == 0 ? null : WebUrl.of("https://b.example:8080/d/e/f?g=/h");
      String slow = Objects.toString(UrlParser.parse(" " + text, base, StandardCharsets.UTF_8));
      for (int again = 0; again < 2; again++) {
        WebUrl quick = UrlParser.parse(text.toString(), base, StandardCharsets.UTF_8);
        assertThat(Objects.toString(quick)).as("seed %d: %s", seed, text).isEqualTo(slow);
        if (quick != null) {
          assertThat(quick.authority() + quick.pathAndQuery()).isEqualTo(slow);
        }
      }
    }
  }

  @Test
  void fingerprintsTellPagesAndHostsApart() {
    Fingerprint a = Fingerprint.of(WebUrl.of("http://a.example/x"));
    Fingerprint b = Fingerprint.of(WebUrl.of("http://a.example/y"));
    Fingerprint c = Fingerprint.of(WebUrl.of("http://b.example/x"));
    assertThat(a.host()).isEqualTo(b.host()).isNotEqualTo(c.host());
    assertThat(a.page()).isEqualTo(c.page()).isNotEqualTo(b.page());
    assertThat(Fingerprint.host("http://a.example")).isEqualTo(a.host());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://h.example/%0%65e", "http://h.example/a/..;sid=1/b"})
  void theCanonicalFormOfACanonicalFormIsItself(String text) {
    WebUrl canonical = Canonical.of(WebUrl.of(text));
    assertThat(Canonical.of(canonical)).isEqualTo(canonical);
    assertThat(WebUrl.of(canonical.toString())).isEqualTo(canonical);
  }
}
