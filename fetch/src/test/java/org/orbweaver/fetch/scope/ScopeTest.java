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
        .isEqualTo(Verdict.EXCLUDED);
    assertThat(scope.judge(WebUrl.of("https://www.example.co.uk/docs/a?print=1"), 1))
        .isEqualTo(Verdict.EXCLUDED);
    assertThat(scope.judge(WebUrl.of("https://www.example.co.uk/docs/dvd.iso"), 1))
        .isEqualTo(Verdict.EXCLUDED);
    assertThat(scope.judgeRequisite(WebUrl.of("https://cdn.example/logo.png")))
        .isEqualTo(Verdict.IN);
    assertThat(scope.judgeRequisite(WebUrl.of("https://cdn.example/dvd.iso")))
        .isEqualTo(Verdict.EXCLUDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h/a/b/a/b/a/b/a/b/x.html",
        "http://h/cal/9999/12/",
        "http://h/cal?year=1802&month=3",
        "http://h/list?p=1&p=2&p=3&p=4&p=5"
      })
  void endlessWebsAreRecognised(String url) {
    assertThat(Traps.usual().catches(WebUrl.of(url))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h/en/docs/en/index.html",
        "http://h/2026/11/15/news.html",
        "http://h/article/1802",
        "http://h/isbn/9780-12-345",
        "http://h/?a=1&b=2&c=3&d=4"
      })
  void ordinaryAddressesAreNoTraps(String url) {
    assertThat(Traps.usual().catches(WebUrl.of(url))).isFalse();
  }
}
