package org.orbweaver.web.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkKind;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;

class LinkPolicyTest {
  private static final WebUrl SEED = WebUrl.of("http://seed.test/");
  private static final WebUrl FAR = WebUrl.of("http://far.test/x");

  private final LinkPolicy policy =
      LinkPolicy.of(
          new Scope(ScopeOptions.of(Reach.HOST), List.of(SEED)),
          VisitOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/")));

  private static Target page(Role role, int depth, int hops) {
    return new Discovery(SEED, Fingerprint.of(SEED), role, depth, hops);
  }

  private List<Discovery> tasks(Target page, LinkKind kind) {
    return policy.tasks(page, List.of(new Link(FAR, kind, false)), LeftOut.NOBODY);
  }

  @Test
  void aSeedThatRedirectsTakesTheScopeAlongAndNobodyElseDoes() {
    assertThat(tasks(page(Role.PAGE, 1, 0), LinkKind.REDIRECT)).isEmpty();
    assertThat(tasks(page(Role.PAGE, 0, 0), LinkKind.NAVIGATION)).isEmpty();
    assertThat(tasks(page(Role.PAGE, 0, 0), LinkKind.REDIRECT))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.depth()).isZero();
              assertThat(found.hops()).isEqualTo(1);
            });
    assertThat(tasks(page(Role.PAGE, 3, 0), LinkKind.NAVIGATION)).hasSize(1);
  }

  @Test
  void redirectsEndAfterTen() {
    assertThat(tasks(page(Role.PAGE, 0, 9), LinkKind.REDIRECT)).hasSize(1);
    assertThat(tasks(page(Role.PAGE, 0, 10), LinkKind.REDIRECT)).isEmpty();
  }

  @Test
  void whatAPageNeedsIsFetchedAnywhereButNotForEver() {
    assertThat(tasks(page(Role.PAGE, 7, 0), LinkKind.REQUISITE))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.role()).isEqualTo(Role.REQUISITE);
              assertThat(found.depth()).isEqualTo(1);
            });
    assertThat(tasks(page(Role.REQUISITE, 2, 0), LinkKind.REQUISITE)).hasSize(1);
    assertThat(tasks(page(Role.REQUISITE, 3, 0), LinkKind.REQUISITE)).isEmpty();
    assertThat(tasks(page(Role.REQUISITE, 1, 0), LinkKind.NAVIGATION)).isEmpty();
  }

  @Test
  void sitemapsLeadToPagesOneClickFromASeed() {
    WebUrl within = WebUrl.of("http://seed.test/orphan");
    assertThat(
            policy.tasks(
                page(Role.SITEMAP, 2, 0),
                List.of(new Link(within, LinkKind.NAVIGATION, false)),
                LeftOut.NOBODY))
        .singleElement()
        .satisfies(found -> assertThat(found.depth()).isEqualTo(1));
    assertThat(tasks(page(Role.SITEMAP, 3, 0), LinkKind.SITEMAP)).isEmpty();
  }
}
