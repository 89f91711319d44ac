package org.orbweaver.fetch.links;

import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;

/** The links found so far on one page; bounded, because a page may be made of nothing else. */
final class LinkCollector {

  private final Charset encoding;
  private final int most;
  private final Map<WebUrl, Link> links = new LinkedHashMap<>();
  private WebUrl base;
  private boolean baseIsSet;
  private boolean noindex;
  private boolean nofollow;
  private boolean cut;
  private boolean overlong;

  LinkCollector(WebUrl page, Charset encoding, int most) {
    this.base = page;
    this.encoding = encoding;
    this.most = most;
  }

  Charset encoding() {
    return encoding;
  }

  /** Only a page's first base counts. */
  void setBase(String text) {
    WebUrl url = baseIsSet ? null : WebUrl.parse(text, base, encoding);
    if (url != null) {
      base = url;
      baseIsSet = true;
    }
  }

  void robots(String directives) {
    Set<String> words = RobotsDirectives.words(directives);
    noindex |= words.contains("noindex") || words.contains("none");
    nofollow |= words.contains("nofollow") || words.contains("none");
  }

  void add(String text, LinkKind kind, boolean nofollowLink) {
    // "#top" is the page itself, and the most frequent link of all.
    if (text.isEmpty() || text.charAt(0) == '#') {
      return;
    }
    if (links.size() >= most) {
      cut = true;
      return;
    }
    @Nullable WebUrl parsed = WebUrl.parse(text, base, encoding);
    if (parsed == null) {
      overlong |= WebUrl.isTooLong(text);
      return;
    }
    WebUrl url = Canonical.spelled(parsed);
    Link before = links.putIfAbsent(url, new Link(url, kind, nofollowLink));
    if (before != null && before.nofollow() && !nofollowLink) {
      links.put(url, new Link(url, before.kind(), false));
    }
  }

  PageLinks finish() {
    List<Link> all =
        nofollow
            ? links.values().stream().map(link -> new Link(link.url(), link.kind(), true)).toList()
            : List.copyOf(links.values());
    return new PageLinks(all, noindex, PageLinks.NONE.words(), cut, overlong, false);
  }
}
