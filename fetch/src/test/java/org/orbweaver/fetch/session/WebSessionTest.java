package org.orbweaver.fetch.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.fetch.url.WebUrl;

/** Cookies and secrets go where they belong, and nowhere else. */
class WebSessionTest {
  private static final WebUrl SHOP = WebUrl.of("https://www.shop.example.co.uk/a/b.html");

  @TempDir private Path folder;
  private Instant now = Instant.parse("2026-11-16T12:00:00Z");

  private WebSession open(SessionTerms terms, WebUrl... seeds) throws IOException {
    return WebSession.open(folder.resolve("cookies.txt"), terms, List.of(seeds), () -> now);
  }

  private String after(String setCookie, String... asked) throws IOException {
    WebSession session = open(SessionTerms.USUAL);
    session.heard(SHOP, List.of(setCookie));
    StringBuilder all = new StringBuilder();
    for (String url : asked) {
      all.append(session.cookies(WebUrl.of(url))).append('|');
    }
    return all.toString();
  }

  @Test
  void aCookieStaysWithItsHostUnlessItSaysOtherwise() throws IOException {
    assertThat(
            after(
                "a=1",
                "https://www.shop.example.co.uk/a/c",
                "https://www.shop.example.co.uk/",
                "https://shop.example.co.uk/a/",
                "https://x.www.shop.example.co.uk/a/"))
        .isEqualTo("a=1||||");
    assertThat(
            after(
                "a=1; Domain=.Example.co.uk; Path=/",
                "https://example.co.uk/",
                "https://other.example.co.uk/x",
                "https://notexample.co.uk/"))
        .isEqualTo("a=1|a=1||");
  }

  @Test
  void nobodySetsCookiesForAPublicSuffixOrForOthers() throws IOException {
    for (String domain :
        List.of("co.uk", "uk", "github.io", "example.org", "w.shop.example.co.uk")) {
      assertThat(
              after(
                  "a=1; Path=/; Domain=" + domain,
                  "https://www.shop.example.co.uk/",
                  "https://w.shop.example.co.uk/",
                  "https://other.co.uk/"))
          .as(domain)
          .isEqualTo("|||");
    }
  }

  @Test
  void aSecureCookieIsNotSentInTheOpenNorReplacedFromThere() throws IOException {
    WebSession session = open(SessionTerms.USUAL);
    WebUrl open = WebUrl.of("http://www.shop.example.co.uk/a/");
    session.heard(SHOP, List.of("a=1; Secure; Path=/"));
    session.heard(open, List.of("a=2; Path=/", "b=3; Secure", "__Host-c=4; Path=/"));
    assertThat(session.cookies(open)).isEmpty();
    assertThat(session.cookies(SHOP)).isEqualTo("a=1");
  }

  @Test
  void cookiesEndInTimeAndInWhateverWayTheTimeIsWritten() throws IOException {
    WebSession session = open(SessionTerms.USUAL);
    session.heard(
        SHOP,
        List.of(
            "a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
            "b=1; expires=Mon, 16-Nov-26 12:02:00 GMT",
            "c=1; Expires=Mon Nov 16 11:59:00 2026",
            "d=1; Expires=never"));
    assertThat(session.cookies(SHOP)).isEqualTo("a=1; b=1; d=1");
    now = now.plusSeconds(61);
    assertThat(session.cookies(SHOP)).isEqualTo("b=1; d=1");
    session.heard(SHOP, List.of("d=; Max-Age=0"));
    now = now.plusSeconds(60);
    assertThat(session.cookies(SHOP)).isEmpty();
  }

  @Test
  void longerPathsComeFirstAndAServerCannotFillTheJar() throws IOException {
    WebSession session = open(SessionTerms.USUAL);
    session.heard(SHOP, List.of("a=1; Path=/", "b=2; Path=/a", "c=" + "x".repeat(5_000)));
    assertThat(session.cookies(SHOP)).isEqualTo("b=2; a=1");
    for (int i = 0; i < 200; i++) {
      session.heard(SHOP, List.of("n" + i + "=1; Path=/"));
    }
    assertThat(session.cookies(SHOP).split("; ")).hasSize(50).contains("n199=1");
  }

  @Test
  void theNextRunKnowsTheCookiesOfTheOneBefore() throws IOException {
    WebSession session = open(SessionTerms.USUAL);
    session.heard(SHOP, List.of("a=1; Domain=example.co.uk; Path=/", "b=2; HttpOnly; Secure"));
    session.save();
    assertThat(open(SessionTerms.USUAL).cookies(SHOP)).isEqualTo("b=2; a=1");
    assertThat(open(SessionTerms.USUAL).isConfidential()).isFalse();
    assertThat(CookieFile.read(folder.resolve("cookies.txt"))).hasSize(2);
  }

  @Test
  void aFileOfCurlsIsReadAndItsCookiesAreConfidentialFromThenOn() throws IOException {
    Path given = folder.resolve("given.txt");
    Files.writeString(
        given,
        """
        # Netscape HTTP Cookie File

        #HttpOnly_.example.co.uk\tTRUE\t/\tTRUE\t0\tsid\tsecret
        www.shop.example.co.uk\tFALSE\t/\tFALSE\t1\told\tgone
        """);
    SessionTerms terms = new SessionTerms(true, CookieFile.read(given), List.of(), false);
    WebSession session = open(terms);
    assertThat(session.cookies(SHOP)).isEqualTo("sid=secret");
    session.save();
    assertThat(open(SessionTerms.USUAL).isConfidential()).isTrue();
    Files.writeString(given, "no cookies\n");
    assertThatThrownBy(() -> CookieFile.read(given)).hasMessageContaining("line 1");
  }

  @Test
  void headersGoToTheSeedsHostsAndPortsOnlyAndNeverFromHttpsToHttp() throws IOException {
    SessionTerms terms =
        new SessionTerms(true, List.of(), List.of("X-Key: k"), false).withBasic("me:pw");
    WebSession session = open(terms, SHOP);
    assertThat(session.lines(WebUrl.of("https://www.shop.example.co.uk/x")))
        .isEqualTo("X-Key: k\r\nAuthorization: Basic bWU6cHc=\r\n");
    assertThat(session.lines(WebUrl.of("https://www.shop.example.co.uk:8443/x")))
        .as("a port may be somebody else's")
        .isEmpty();
    WebSession plain = open(terms, WebUrl.of("http://www.shop.example.co.uk/"));
    assertThat(plain.lines(WebUrl.of("https://www.shop.example.co.uk/x")))
        .as("80 and 443 are one site")
        .contains("X-Key");
    assertThat(session.lines(WebUrl.of("http://www.shop.example.co.uk/"))).isEmpty();
    assertThat(session.lines(WebUrl.of("https://shop.example.co.uk/"))).isEmpty();
    for (String bad : List.of("X", "X y: 1", "Host: h", "A: b\r\nC: d", "Cookie: a=b")) {
      assertThatThrownBy(() -> new SessionTerms(true, List.of(), List.of(bad), false))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whateverServersSendNothingBreaksAndNoLineEndGetsThrough() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    WebSession session = open(SessionTerms.USUAL);
    String letters = "a=;, \t\"\0\r\nDomain.PathMx-Age:09ü/";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder header = new StringBuilder("n" + i % 60 + "=");
      random
          .ints(random.nextInt(60), 0, letters.length())
          .forEach(c -> header.append(letters.charAt(c)));
      session.heard(SHOP, List.of(header.toString()));
      assertThat(session.lines(SHOP)).as("seed %d", seed).matches("(Cookie: [^\\p{Cntrl}]*\r\n)?");
    }
  }
}
