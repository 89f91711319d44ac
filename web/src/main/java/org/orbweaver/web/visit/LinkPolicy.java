package org.orbweaver.web.visit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkKind;
import org.orbweaver.fetch.links.LinkLimits;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Which of a page's links become tasks. Pages in scope are followed; what a page needs to be shown
 * is fetched wherever it lies; a seed that redirects takes the scope along.
 */
public final class LinkPolicy {
  private final Scope scope;
  private final boolean requisites;
  private final boolean honourNofollow;
  private final LinkLimits limits;

  private LinkPolicy(Scope scope, boolean requisites, boolean honourNofollow, LinkLimits limits) {
    this.scope = scope;
    this.requisites = requisites;
    this.honourNofollow = honourNofollow;
    this.limits = limits;
  }

  public static LinkPolicy of(Scope scope, VisitOptions options) {
    return new LinkPolicy(scope, options.requisites(), options.nofollow(), options.links());
  }

  /** Those of a page's links that are followed; the others are told of. */
  public List<Discovery> tasks(Target page, List<Link> links, LeftOut leftOut) {
    List<Discovery> tasks = new ArrayList<>(links.size());
    for (Link link : links) {
      Judgement judgement = judge(page, link);
      if (judgement.task() != null) {
        tasks.add(judgement.task());
      } else {
        leftOut.leftOut(page, link.url(), judgement.rule());
      }
    }
    return tasks;
  }

  /** Where robots.txt says sitemaps are: any files that are not excluded, on any host. */
  public List<Discovery> sitemaps(Target robots, List<WebUrl> named, LeftOut leftOut) {
    List<Discovery> tasks = new ArrayList<>();
    for (WebUrl url : named) {
      Verdict verdict = scope.judgeRequisite(url);
      if (verdict == Verdict.IN) {
        tasks.add(Discovery.of(url, Role.SITEMAP, 0, 0, robots, LinkKind.SITEMAP));
      } else {
        leftOut.leftOut(robots, url, verdict);
      }
    }
    return tasks;
  }

  /**
   * Whether an address that was put down to be asked for is still to be: rules and what is known of
   * traps may have changed since.
   */
  public Verdict judgeAgain(Target page) {
    if (page.role() != Role.PAGE) {
      return scope.judgeRequisite(page.url());
    }
    return page.depth() == 0 ? Verdict.IN : scope.judge(page.url(), page.depth());
  }

  /**
   * The same where its host is known. Sitemaps that name only further sitemaps go on without end,
   * and each has other bytes: what they bring is pages, and these bring none.
   */
  Verdict judgeAgain(Target page, HostState host) {
    return page.role() == Role.SITEMAP && scope.watch().isTooMany(host.sitemapsInVain())
        ? Verdict.TRAP
        : judgeAgain(page);
  }

  /** A page was read: what it says, and where its links in scope lead. */
  void read(Target page, Supplier<long[]> words, List<Discovery> links) {
    scope.watch().visited(page.url(), words, links.stream().map(Discovery::url).toList());
  }

  /** A task, or the rule that is against it. */
  private record Judgement(@Nullable Discovery task, Verdict rule) {
    static Judgement no(Verdict rule) {
      return new Judgement(null, rule);
    }
  }

  private Judgement judge(Target page, Link link) {
    if (link.nofollow() && honourNofollow) {
      return Judgement.no(Verdict.NOFOLLOW);
    }
    return switch (link.kind()) {
      case NAVIGATION -> navigation(page, link);
      case REQUISITE -> requisite(page, link);
      case REDIRECT -> redirect(page, link);
      case SITEMAP -> sitemap(page, link);
    };
  }

  private Judgement navigation(Target page, Link link) {
    return switch (page.role()) {
      case PAGE -> page(page, link, page.depth() + 1, 0);
      case SITEMAP -> page(page, link, 1, 0);
      case REQUISITE -> {
        Verdict verdict = scope.judge(link.url(), 1);
        yield Judgement.no(verdict == Verdict.IN ? Verdict.WITHIN_REQUISITE : verdict);
      }
    };
  }

  private Judgement page(Target page, Link link, int depth, int hops) {
    return task(page, link, scope.judge(link.url(), depth), Role.PAGE, depth, hops);
  }

  private static Judgement task(
      Target page, Link link, Verdict verdict, Role role, int depth, int hops) {
    return verdict == Verdict.IN
        ? new Judgement(Discovery.of(link.url(), role, depth, hops, page, link.kind()), Verdict.IN)
        : Judgement.no(verdict);
  }

  private Judgement requisite(Target page, Link link) {
    Judgement inScope =
        page.role() == Role.PAGE
            ? page(page, link, page.depth() + 1, 0)
            : Judgement.no(Verdict.OUTSIDE);
    if (inScope.task() != null || page.role() == Role.SITEMAP) {
      return inScope;
    }
    if (!requisites) {
      return Judgement.no(inScope.rule() == Verdict.OUTSIDE ? Verdict.REQUISITE : inScope.rule());
    }
    int depth = page.role() == Role.REQUISITE ? page.depth() + 1 : 1;
    Verdict verdict =
        depth <= limits.nesting() ? scope.judgeRequisite(link.url()) : Verdict.NESTED_TOO_DEEPLY;
    return task(page, link, verdict, Role.REQUISITE, depth, 0);
  }

  private Judgement redirect(Target page, Link link) {
    int hops = page.hops() + 1;
    if (hops > limits.redirects()) {
      return Judgement.no(Verdict.TOO_MANY_REDIRECTS);
    }
    if (page.role() != Role.PAGE) {
      return task(page, link, scope.judgeRequisite(link.url()), page.role(), page.depth(), hops);
    }
    if (page.depth() == 0) {
      scope.extendTo(link.url());
    }
    return page(page, link, page.depth(), hops);
  }

  private Judgement sitemap(Target page, Link link) {
    int depth = page.role() == Role.SITEMAP ? page.depth() + 1 : 1;
    return task(
        page,
        link,
        depth <= limits.nesting() ? scope.judgeRequisite(link.url()) : Verdict.NESTED_TOO_DEEPLY,
        Role.SITEMAP,
        depth,
        0);
  }
}
