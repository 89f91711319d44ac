package org.orbweaver.fetch.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;

class LinkExtractorTest {
  private static final WebUrl PAGE = WebUrl.of("http://h.example/dir/page.html");

  private static List<String> links(String html) {
    return links("text/html", html.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> links(String type, byte[] body) {
    return LinkExtractor.extract(PAGE, type, null, body).links().stream()
        .map(link -> link.kind() + " " + link.url() + (link.nofollow() ? " nofollow" : ""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<a href=x>|NAVIGATION http://h.example/dir/x",
        "<A HREF = 'x y' >|NAVIGATION http://h.example/dir/x%20y",
        "<a title='a>b' href=\"x?a=1&amp;b=2\">|NAVIGATION http://h.example/dir/x?a=1&b=2",
        "<a href='?a=1&copy=2'>|NAVIGATION http://h.example/dir/page.html?a=1&copy=2",
        "<a href='&#x2f;r&#47;s'>|NAVIGATION http://h.example/r/s",
        "<a rel='me NoFollow' href=x>|NAVIGATION http://h.example/dir/x nofollow",
        "<base href=/b/><a href=x>|NAVIGATION http://h.example/b/x",
        "<img src=i.png>|REQUISITE http://h.example/dir/i.png",
        "<img data-src=l.png>|REQUISITE http://h.example/dir/l.png",
        "<iframe srcdoc='<base href=/no/><a href=x>'></iframe>|NAVIGATION http://h.example/dir/x",
        "<meta property=og:image content=/o.png>|REQUISITE http://h.example/o.png",
        "<style>p { x: image-set('a.png' 1x, url(b\\20 c.png) 2x) }</style>|REQUISITE"
            + " http://h.example/dir/b%20c.png,REQUISITE http://h.example/dir/a.png",
        "<link rel=stylesheet href=s.css>|REQUISITE http://h.example/dir/s.css",
        "<link rel='alternate' href=feed.xml>|NAVIGATION http://h.example/dir/feed.xml",
        "<meta http-equiv=Refresh content='3; URL=next.html'>|REDIRECT"
            + " http://h.example/dir/next.html",
        "<div style='background: url(\"bg.png\")'>|REQUISITE http://h.example/dir/bg.png",
        "<style>@import 'i.css'; p { x: url( a.png ) }</style>|REQUISITE"
            + " http://h.example/dir/i.css,REQUISITE http://h.example/dir/a.png",
        "<img srcset='a.png, b,c.png 2x'>|REQUISITE http://h.example/dir/a.png,REQUISITE"
            + " http://h.example/dir/b,c.png",
        "<!-- <a href=no> --><a href=x>|NAVIGATION http://h.example/dir/x",
        "<!--><a href=x>|NAVIGATION http://h.example/dir/x",
        "<script>'<a href=no>'</SCRIPT ><a href=x>|NAVIGATION http://h.example/dir/x",
        "<title><a href=no></title><a href=x>|NAVIGATION http://h.example/dir/x",
        "1 < 2 <a href=x|",
        "<a href=x href=y>|NAVIGATION http://h.example/dir/x",
        "<a href='javascript:f()'><a href='mailto:a@b'><a href='#top'>|"
      })
  void htmlLinksAreFoundAsBrowsersWould(String html, String expected) {
    assertThat(String.join(",", links(html))).isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void pagesMayForbidFollowing() {
    PageLinks page =
        LinkExtractor.extract(
            PAGE,
            "text/html",
            null,
            "<meta name=ROBOTS content='NoIndex, nofollow'><a href=x>"
                .getBytes(StandardCharsets.UTF_8));
    assertThat(page.noindex()).isTrue();
    assertThat(page.links()).allMatch(Link::nofollow).hasSize(1);
    assertThat(LinkExtractor.extract(PAGE, "text/html", "noindex", new byte[0]).noindex()).isTrue();
  }

  @Test
  void charsetsAreFoundInTheStandardsOrder() {
    byte[] western =
        "<meta charset=iso-8859-1><a href='?q=ä'>".getBytes(Charset.forName("windows-1252"));
    assertThat(links("text/html", western))
        .containsExactly("NAVIGATION http://h.example/dir/page.html?q=%E4");
    byte[] wide = "\uFEFF<a href='/ä'>".getBytes(StandardCharsets.UTF_16LE);
    assertThat(links("text/html", wide)).containsExactly("NAVIGATION http://h.example/%C3%A4");
    assertThat(Encodings.of("ä".getBytes(StandardCharsets.UTF_8), null))
        .isEqualTo(StandardCharsets.UTF_8);
    assertThat(Encodings.of(new byte[] {(byte) 0xe4, ' '}, null).name()).isEqualTo("windows-1252");
    assertThat(Encodings.of(new byte[0], "text/html; charset=no-such-thing"))
        .isEqualTo(StandardCharsets.UTF_8);
  }

  @Test
  void feedsAndSitemapsAreRead() {
    String sitemap =
        "<?xml version='1.0'?><urlset"
            + " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://h.example/a?x=1&amp;y=2</loc></url><url><loc>"
            + " /b </loc></url></urlset>";
    assertThat(links("application/xml", sitemap.getBytes(StandardCharsets.UTF_8)))
        .containsExactly("NAVIGATION http://h.example/a?x=1&y=2", "NAVIGATION http://h.example/b");
    String index = "<sitemapindex><sitemap><loc>http://h.example/s1.xml</loc></sitemap>";
    assertThat(links("text/xml", index.getBytes(StandardCharsets.UTF_8)))
        .containsExactly("SITEMAP http://h.example/s1.xml");
    String rss =
        "<rss><channel><link>http://h.example/</link><item><link>http://h.example/1</link>"
            + "<enclosure url='/m.mp3'/></item></channel></rss>";
    assertThat(links("application/rss+xml", rss.getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            "NAVIGATION http://h.example/",
            "NAVIGATION http://h.example/1",
            "REQUISITE http://h.example/m.mp3");
    String atom = "<feed><entry><link href='/e1'/></entry></feed>";
    assertThat(links("application/atom+xml", atom.getBytes(StandardCharsets.UTF_8)))
        .containsExactly("NAVIGATION http://h.example/e1");
  }

  @Test
  void stylesheetsHideNothingBehindCommentsAndEscapes() {
    String css = "/* url(no.png) */ a{b:url('a\\20 b.png')} @import url(c.css); d{e:url(data:x)}";
    assertThat(links("text/css", css.getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            "REQUISITE http://h.example/dir/a%20b.png", "REQUISITE http://h.example/dir/c.css");
  }

  /** Tag soup of every piece that matters: the links must be those of a tree-building parser. */
  @Test
  void malformedHtmlGivesTheSameLinksAsJsoup() {
    String[] pieces = {
      "<a href=p1>",
      "<a href='p2'>",
      "<a href=\"p3&amp;x\"",
      "<a\nhref = p4 >",
      "</a>",
      "<",
      ">",
      "\"",
      "'",
      "<!--",
      "-->",
      "<!-",
      "<!doctype>",
      "<b",
      "text",
      "<script>",
      "</script>",
      "<style>",
      "</style>",
      "<title>",
      "</title>",
      "<a/href=p5/>",
      "<textarea>",
      "</textarea>",
      "&amp;",
      "<?x>",
      "</",
      "</ >",
      "<a href>",
      "<a href=>",
      "<a x='>' href=p6>",
      "<p href=no>",
      "--!>",
      "<A HREF=P7>"
    };
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      StringBuilder html = new StringBuilder("<body>");
      int count = 1 + random.nextInt(24);
      for (int i = 0; i < count; i++) {
        html.append(pieces[random.nextInt(pieces.length)]);
      }
      Document tree = Jsoup.parse(html.toString(), PAGE.toString());
      Set<String> expected = new TreeSet<>();
      for (Element anchor : tree.select("a[href]")) {
        String href = anchor.attr("href");
        WebUrl url = href.isEmpty() ? null : WebUrl.parse(href, PAGE);
        if (url != null) {
          expected.add("NAVIGATION " + Canonical.of(url));
        }
      }
      assertThat(new TreeSet<>(links(html.toString())))
          .as("seed %d: %s", seed, html)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<", "<a ", "<!--", "<a href='", "<style>url(", "<a b=c ", "&#", "/*"})
  void hugeNonsenseIsReadInOnePass(String piece) {
    byte[] nonsense = piece.repeat(4_000_000 / piece.length()).getBytes(StandardCharsets.UTF_8);
    long started = System.nanoTime();
    links("text/html", nonsense);
    links("text/css", nonsense);
    assertThat(System.nanoTime() - started).isLessThan(30_000_000_000L);
  }

  @Test
  void onlyFeedsAndPicturesAmongOtherXmlHaveLinks() {
    assertThat(links("text/xml", "<book><link>HTML</link></book>".getBytes(StandardCharsets.UTF_8)))
        .isEmpty();
    assertThat(
            links(
                "image/svg+xml",
                "<svg><a xlink:href='x'/><image href='i.png'/></svg>"
                    .getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            "NAVIGATION http://h.example/dir/x", "REQUISITE http://h.example/dir/i.png");
    assertThat(
            links(
                "application/rss+xml",
                "<rss><item><guid>http://h.example/g</guid><guid isPermaLink='false'>http://n/</guid>"
                    .getBytes(StandardCharsets.UTF_8)))
        .containsExactly("NAVIGATION http://h.example/g");
  }

  @Test
  void whatIsSaidToAnotherRobotIsNotMeantForUs() {
    assertThat(RobotsDirectives.forUs(List.of("googlebot: nofollow, noindex"))).isEmpty();
    assertThat(RobotsDirectives.forUs(List.of("noindex, otherbot: nofollow")))
        .isEqualTo("noindex,");
    assertThat(RobotsDirectives.forUs(List.of("max-image-preview: none, nofollow")))
        .contains("nofollow");
  }
}
