package org.orbweaver.fetch.scope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.fetch.url.WebUrl;

class ScopeTest {
  private static final WebUrl SEED = WebUrl.of("https://www.example.co.uk/docs/index.html");

  @ParameterizedTest
  @CsvSource({
    "PAGE, https://www.example.co.uk/docs/index.html, IN",
    "PAGE, https://www.example.co.uk/docs/b.html, OUTSIDE",
    "PREFIX, https://www.example.co.uk/docs/deep/b.html, IN",
    "PREFIX, https://www.example.co.uk/other, OUTSIDE",
    "HOST, http://www.example.co.uk:8080/other, IN",
    "HOST, https://example.co.uk/, OUTSIDE",
    "DOMAIN, https://news.example.co.uk/, IN",
    "DOMAIN, https://other.co.uk/, OUTSIDE",
    "ANY, https://other.co.uk/, IN"
  })
  void reachIsMeasuredFromTheSeed(Reach reach, String url, Verdict verdict) {
    Scope scope = new Scope(ScopeOptions.of(reach), List.of(SEED));
    assertThat(scope.judge(WebUrl.of(url), 1)).isEqualTo(verdict);
  }

  @Test
  void seedsThatMoveTakeTheScopeAlong() {
    Scope scope = new Scope(ScopeOptions.of(Reach.HOST), List.of(SEED));
    WebUrl moved = WebUrl.of("https://example.org/");
    assertThat(scope.judge(moved, 0)).isEqualTo(Verdict.OUTSIDE);
    scope.extendTo(moved);
    assertThat(scope.judge(moved, 0)).isEqualTo(Verdict.IN);
  }

  @Test
  void exclusionsBeatInclusionsAndHoldForRequisitesToo() {
    ScopeOptions options =
        new ScopeOptions(
            Reach.HOST,
            2,
            List.of(Pattern.compile("/docs/")),
            List.of(Pattern.compile("print=1")),
            Set.of("ISO"),
            Traps.usual());
    Scope scope = new Scope(options, List.of(SEED));
    assertThat(scope.judge(WebUrl.of("https://www.example.co.uk/docs/a"), 2)).isEqualTo(Verdict.IN);
    assertThat(scope.judge(WebUrl.of("https://www.example.co.uk/docs/a"), 3))
        .isEqualTo(Verdict.TOO_DEEP);
    assertThat(scope.judge(WebUrl.of("https://www.example.co.uk/a"), 1))
        .isEqualTo(Verdict.NOT_INCLUDED);
    assertThat(scope.judge(WebUrl.of("https://www.example.co.uk/docs/a?print=1"), 1))
        .isEqualTo(Verdict.EXCLUDED);
    assertThat(scope.judge(WebUrl.of("https://www.example.co.uk/docs/dvd.iso"), 1))
        .isEqualTo(Verdict.REFUSED_TYPE);
    assertThat(scope.judgeRequisite(WebUrl.of("https://cdn.example/logo.png")))
        .isEqualTo(Verdict.IN);
    assertThat(scope.judgeRequisite(WebUrl.of("https://cdn.example/dvd.iso")))
        .isEqualTo(Verdict.REFUSED_TYPE);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/a/b/a/b/a/b/a/b/x.html, TOO_MANY_REPEATS",
    "http://h/list?p=1&p=2&p=3&p=4&p=5, TOO_MANY_REPEATS",
    "http://h/1/2/3/4/5/6/7/8/9/10, TOO_MANY_SEGMENTS",
    "http://h/?q=123456789012345678901234567890123456789, TOO_LONG",
    "http://h/en/docs/en/index.html, IN"
  })
  void limitsOfAddressesHoldWhereTheyAreAskedFor(String url, Verdict verdict) {
    assertThat(new Traps(40, 9, 3, 0).judge(WebUrl.of(url))).isEqualTo(verdict);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h/1790/01/01/first.html",
        "http://h/cal?year=1865&month=4",
        "http://h/9999/12/",
        "http://h/a/x/b/x/c/x/d/x/e/x/f/x/p.html",
        "http://h/list?p=1&p=2&p=3&p=4&p=5"
      })
  void whatADateOrAPathLooksLikeIsNoReasonToLeaveItOut(String url) {
    assertThat(Traps.usual().judge(WebUrl.of(url))).isEqualTo(Verdict.IN);
  }
}
