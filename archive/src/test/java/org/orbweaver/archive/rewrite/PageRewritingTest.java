package org.orbweaver.archive.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a page must change so that it stays in the archive, and what must not. */
class PageRewritingTest {
  private static final String PAGE = "https://example.org/dir/page.html?q=1";

  private static LinkRewriter links() {
    return new LinkRewriter("/web/", "20261115120000", PAGE);
  }

  private static String html(String html) {
    return new HtmlRewriter(links(), PAGE, "", false, false, html).rewrite();
  }

  private static String script(String script) {
    return ScriptRewriter.rewrite(links(), PAGE, script);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.png                  | /web/20261115120000im_/https://example.org/dir/a.png",
        "/a.png                 | /web/20261115120000im_/https://example.org/a.png",
        "../../../a.png         | /web/20261115120000im_/https://example.org/a.png",
        "//other.net/a.png      | /web/20261115120000im_/https://other.net/a.png",
        "http://other.net       | /web/20261115120000im_/http://other.net/",
        "\\\\other.net\\a.png   | /web/20261115120000im_/https://other.net/a.png",
        "?x=/../y               | /web/20261115120000im_/https://example.org/dir/page.html?x=/../y",
        "#part                  | #part",
        "data:image/png;base64,x| data:image/png;base64,x",
        "mailto:a@b.c           | mailto:a@b.c",
      })
  void linksLeadIntoTheArchiveAtThePagesTime(String link, String expected) {
    assertThat(links().link(link, LinkRewriter.IMAGE)).isEqualTo(expected);
  }

  @Test
  void everyAttributeThatABrowserFetchesIsRewritten() {
    String page =
        html(
            "<a href='b.html'>x</a><img srcset='a.png 1x, /b.png 2x'><form action=/go>"
                + "<meta http-equiv=refresh content=\"0; url=/next\">"
                + "<div style=\"background:url('/bg.png')\"></div>"
                + "<style>@import '/a.css'; p{background:url(b.png)}</style>"
                + "<svg><image xlink:href='/i.svg'/></svg>");
    assertThat(page)
        .contains("href='/web/20261115120000mp_/https://example.org/dir/b.html'")
        .contains(
            "20261115120000im_/https://example.org/dir/a.png 1x, /web/20261115120000im_/https://example.org/b.png 2x")
        .contains("action=\"/web/20261115120000mp_/https://example.org/go\"")
        .contains("url=/web/20261115120000mp_/https://example.org/next")
        .contains("url('/web/20261115120000oe_/https://example.org/bg.png')")
        .contains("@import '/web/20261115120000cs_/https://example.org/a.css'")
        .contains("xlink:href='/web/20261115120000im_/https://example.org/i.svg'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<?xml-stylesheet href=\"/a.css\"?><p/>",
        "<?xml-stylesheet type='text/css' href = '/a.css'?><p/>",
        "<?xml-stylesheet title='>' xhref='' href='/a.css'?><p/>",
      })
  void theStyleSheetOfXmlIsRewrittenHoweverItIsWritten(String page) {
    assertThat(xml(page)).contains("/web/20261115120000cs_/https://example.org/a.css");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<?xml-stylesheet href=", "<?xml-stylesheet href=\"", "<?", "<?>"})
  void anInstructionWithoutAnEndStaysAsItWas(String page) {
    assertThat(html(page)).isEqualTo(page);
    assertThat(xml(page)).isEqualTo(page);
  }

  @Test
  void aBaseChangesWhatLaterLinksMean() {
    assertThat(html("<base href='/other/'><a href=x>y</a>"))
        .contains("/web/20261115120000mp_/https://example.org/other/x");
  }

  @Test
  void thePagesOwnSecurityIsDisarmed() {
    assertThat(
            html(
                "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">"
                    + "<script integrity=sha384-x src=/a.js></script><a ping=/p href=#>x</a>"))
        .contains("<meta data-orb-http-equiv=")
        .contains("data-orb-integrity=")
        .contains("data-orb-ping=");
  }

  @Test
  void textCommentsAndUnknownTagsStayAsTheyWere() {
    String page = "<!-- <img src=/a> --><p>5 < 6 & src=/b</p><textarea><img src=/c></textarea>";
    assertThat(html(page)).isEqualTo(page);
  }

  @Test
  void scriptsAreShownThePagesAddress() {
    assertThat(script("if (location.href != top.location) window.location = '/x'"))
        .isEqualTo("if (orbLocation.href != orbTop.orbLocation) window.orbLocation = '/x'");
    assertThat(script("const {location, a} = props; f({location}); x = {location: 1, b: location}"))
        .isEqualTo(
            "const {location:orbLocation, a} = props; f({location:orbLocation});"
                + " x = {location: 1, b: orbLocation}");
  }

  @Test
  void stringsPatternsAndCommentsAreNoNames() {
    String script =
        "a = 'location' + \"top\" + `parent` + /location/.source; // location\n/* top */";
    assertThat(script(script)).isEqualTo(script);
    assertThat(script("`${location.href} location`")).isEqualTo("`${orbLocation.href} location`");
  }

  @Test
  void importsLeadIntoTheArchive() {
    assertThat(script("import a from '/m.js'; import('./n.js')"))
        .isEqualTo(
            "import a from '/web/20261115120000js_/https://example.org/m.js';"
                + " orbImport(\"https://example.org/dir/page.html?q=1\",'./n.js')");
  }

  @Test
  void thePagesOwnEncodingIsKept() {
    byte[] japanese =
        "<meta charset=shift_jis><a href='/表.html'>表示</a>"
            .getBytes(java.nio.charset.Charset.forName("Shift_JIS"));
    PageRewriting.Page page =
        new PageRewriting(links(), PAGE, "", false)
            .rewrite(PageRewriting.Kind.HTML, japanese, "text/html");
    assertThat(page.charset()).isEqualTo("shift_jis");
    assertThat(new String(page.rewritten(), java.nio.charset.Charset.forName("Shift_JIS")))
        .contains("https://example.org/表.html'>表示");
    byte[] wide = "<a href='/ü'>ü</a>".getBytes(StandardCharsets.UTF_16);
    PageRewriting.Page utf =
        new PageRewriting(links(), PAGE, "", false)
            .rewrite(PageRewriting.Kind.HTML, wide, "text/html; charset=utf-16");
    assertThat(utf.charset()).isEqualTo("utf-8");
    assertThat(new String(utf.rewritten(), StandardCharsets.UTF_8)).contains("example.org/ü'>ü");
  }

  /** Whatever strangers wrote, rewriting ends, and twice is no worse than once. */
  @Test
  void nonsenseIsRewrittenWithoutFailing() {
    String[] pieces = {
      "<",
      ">",
      "\"",
      "'",
      "=",
      "a",
      " href",
      " src=",
      "<script",
      "</script>",
      "<style>",
      "<!--",
      "-->",
      "location",
      "{",
      "}",
      "`",
      "${",
      "/",
      "\\",
      "url(",
      ")",
      "&#104;ttp",
      "import(",
      "\u00ff"
    };
    long seed = 19;
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(20); i >= 0; i--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      String page = text.toString();
      assertThat(html(page)).as("seed %s, %s", seed, page).isNotNull();
      assertThat(script(page)).isNotNull();
      assertThat(new CssRewriter(links(), false).rewrite(page)).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "this.top=1;area.top      | this.top=1;area.top",
        "class A{top=0;m(){}}     | class A{top=0;m(){}}",
        "class A{static top=top}  | class A{static top=orbTop}",
        "let{location:r}=window   | let{orbLocation:r}=window",
        "f({location:r})          | f({location:r})",
        "x={a:{},location:1};y    | x={a:{},location:1};y",
      })
  void membersKeepTheirNames(String script, String expected) {
    assertThat(script(script)).isEqualTo(expected);
  }

  /** Each hides a link where a browser sees it; the names of the hosts are looked up at once. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!-- --!><link rel=preconnect href='//live.net/'><!-- -->",
        "<p></p a=\"> <b c='\"><link rel=preconnect href=//live.net/><i d='x'>",
        "<noscript><!--</noscript><link rel=preconnect href='//live.net/'><!-- -->",
        "<noscript><p title='</noscript><link rel=preconnect href=//live.net/>'>",
        "<iframe><!--</iframe><link rel=preconnect href='//live.net/'><!-- -->",
        "<svg><title><link rel=preconnect href='//live.net/'></title></svg>",
        "<svg><style><p><link rel=preconnect href='//live.net/'></style></svg>",
        "<link rel=preconnect href='&#104;ttps://live.net/&#x4e00;'>",
        "<link rel=preconnect href='https&colon;//live.net/&eacute;'>",
        "<meta http-equiv=refresh content='0;https://live.net/'>",
        "<meta http-equiv=refresh content='0 https://live.net/?url=x'>",
        "<meta http-equiv=refresh content='0&#59;https://live.net/'>",
        "<meta http-equiv='refr&#101;sh' content='0,url=&quot;https://live.net/&quot;'>",
        "<meta http-equiv=refresh http-equiv=x content='0;URL = https://live.net/'>",
      })
  void whatABrowserSeesIsRewritten(String page) {
    assertThat(html(page)).contains("/web/20261115120000mp_/https://live.net/");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "5                       | 5",
        "5;                      | 5;",
        "soon; url=/next         | soon; url=/next",
        "5; url=/next            | 5;url=LINK /next",
        "5;url='/next' or not    | 5;url=LINK /next",
        "0.5 , URL = \"/next\"  | 0.5;url=LINK /next",
        "5 /next                 | 5;url=LINK /next",
        "5; urls=/next           | 5;url=LINK urls=/next",
      })
  void aRefreshIsReadAsBrowsersDo(String value, String expected) {
    assertThat(Refresh.rewrite(value, link -> "LINK " + link)).isEqualTo(expected);
  }

  @Test
  void ourScriptComesFirstAlsoInAPageWithNothingBeforeItsFirstElement() {
    for (String page : new String[] {"<script>x()</script>", "<p>x", "x", ""}) {
      assertThat(new HtmlRewriter(links(), PAGE, "<ours>", false, false, page).rewrite())
          .isEqualTo(page.equals("x") ? "x<ours>" : "<ours>" + page);
    }
  }

  @Test
  void entitiesThatAreMarkupAreNotDeclaredAndOthersStay() {
    String names = "<!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'>]><svg xmlns='&ns;'/>";
    assertThat(xml(names)).isEqualTo(names);
    String hidden =
        "<!DOCTYPE a [<!-- ' --><!ENTITY b ']>'><!ENTITY e \"&#60;link href='//live.net/'/>\">]>"
            + "<a>&e;</a>";
    assertThat(xml(hidden)).isEqualTo("<!DOCTYPE a []><a>&e;</a>");
  }

  private static String xml(String xml) {
    return new HtmlRewriter(links(), PAGE, "", true, false, xml).rewrite();
  }
}
