package org.orbweaver.web.visit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Which of a page's links become tasks. Pages in scope are followed; what a page needs to be shown
 * is fetched wherever it lies; a seed that redirects takes the scope along.
 */
public final class LinkPolicy {
  private static final int MOST_HOPS = 10;

  /** Style sheets import style sheets, frames hold frames: not for ever. */
  private static final int REQUISITE_DEPTH = 3;

  private static final int SITEMAP_DEPTH = 3;

  private final Scope scope;
  private final boolean requisites;
  private final boolean honourNofollow;

  private LinkPolicy(Scope scope, boolean requisites, boolean honourNofollow) {
    this.scope = scope;
    this.requisites = requisites;
    this.honourNofollow = honourNofollow;
  }

  public static LinkPolicy of(Scope scope, VisitOptions options) {
    return new LinkPolicy(scope, options.requisites(), options.nofollow());
  }

  public List<Discovery> tasks(Target page, List<Link> links) {
    List<Discovery> tasks = new ArrayList<>(links.size());
    for (Link link : links) {
      Discovery task = task(page, link);
      if (task != null) {
        tasks.add(task);
      }
    }
    return tasks;
  }

  /** Where robots.txt says sitemaps are: any files that are not excluded, on any host. */
  public List<Discovery> sitemaps(List<WebUrl> named) {
    return named.stream()
        .filter(url -> scope.judgeRequisite(url) == Verdict.IN)
        .map(url -> discovery(url, Role.SITEMAP, 0, 0))
        .toList();
  }

  private @Nullable Discovery task(Target page, Link link) {
    if (link.nofollow() && honourNofollow) {
      return null;
    }
    return switch (link.kind()) {
      case NAVIGATION -> navigation(page, link.url());
      case REQUISITE -> requisite(page, link.url());
      case REDIRECT -> redirect(page, link.url());
      case SITEMAP -> sitemap(page, link.url());
    };
  }

  private @Nullable Discovery navigation(Target page, WebUrl url) {
    return switch (page.role()) {
      case PAGE -> page(url, page.depth() + 1, 0);
      case SITEMAP -> page(url, 1, 0);
      case REQUISITE -> null;
    };
  }

  private @Nullable Discovery page(WebUrl url, int depth, int hops) {
    return scope.judge(url, depth) == Verdict.IN ? discovery(url, Role.PAGE, depth, hops) : null;
  }

  private static Discovery discovery(WebUrl url, Role role, int depth, int hops) {
    return new Discovery(url, Fingerprint.of(url), role, depth, hops);
  }

  private @Nullable Discovery requisite(Target page, WebUrl url) {
    Discovery inScope = page.role() == Role.PAGE ? page(url, page.depth() + 1, 0) : null;
    if (inScope != null || !requisites || page.role() == Role.SITEMAP) {
      return inScope;
    }
    int depth = page.role() == Role.REQUISITE ? page.depth() + 1 : 1;
    return depth <= REQUISITE_DEPTH && scope.judgeRequisite(url) == Verdict.IN
        ? discovery(url, Role.REQUISITE, depth, 0)
        : null;
  }

  private @Nullable Discovery redirect(Target page, WebUrl url) {
    int hops = page.hops() + 1;
    if (hops > MOST_HOPS) {
      return null;
    }
    if (page.role() != Role.PAGE) {
      return scope.judgeRequisite(url) == Verdict.IN
          ? discovery(url, page.role(), page.depth(), hops)
          : null;
    }
    if (page.depth() == 0) {
      scope.extendTo(url);
    }
    return page(url, page.depth(), hops);
  }

  private static @Nullable Discovery sitemap(Target page, WebUrl url) {
    int depth = page.role() == Role.SITEMAP ? page.depth() + 1 : 1;
    return depth <= SITEMAP_DEPTH ? discovery(url, Role.SITEMAP, depth, 0) : null;
  }
}
