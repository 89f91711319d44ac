package org.orbweaver.fetch.links;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which attributes of which elements are addresses, and what for. */
final class HtmlLinks {
  /** What scripts put into src when an image comes into view. */
  private static final List<String> LAZY =
      List.of("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url");

  /** Pictures that others show for the page. */
  private static final Set<String> SHARED =
      Set.of(
          "og:image",
          "og:image:url",
          "og:image:secure_url",
          "og:video",
          "og:audio",
          "twitter:image",
          "twitter:image:src",
          "msapplication-tileimage");

  private final LinkCollector links;
  private final HtmlScanner scanner;

  /** The document is an attribute of another: it has no base of its own. */
  private final boolean nested;

  HtmlLinks(byte[] html, LinkCollector links) {
    this(html, links, false);
  }

  private HtmlLinks(byte[] html, LinkCollector links, boolean nested) {
    this.links = links;
    this.nested = nested;
    this.scanner = new HtmlScanner(html, links.encoding());
  }

  void read() {
    while (scanner.nextTag()) {
      switch (scanner.name()) {
        case "a", "area" -> {
          boolean nofollow = relations("rel").contains("nofollow");
          add("href", LinkKind.NAVIGATION, nofollow);
          add("xlink:href", LinkKind.NAVIGATION, nofollow);
          lazy();
        }
        case "base" -> {
          String href = scanner.attribute("href");
          if (href != null && !nested) {
            links.setBase(href);
          }
        }
        case "link" -> link();
        case "meta" -> meta();
        case "img" -> {
          needs("src");
          needs("lowsrc");
          sourceSets();
          lazy();
        }
        case "source" -> {
          needs("src");
          sourceSets();
          lazy();
        }
        case "iframe" -> {
          needs("src");
          lazy();
          document(scanner.attribute("srcdoc"));
          scanner.rawText();
        }
        case "frame", "embed", "audio", "track", "input", "bgsound" -> needs("src");
        case "video" -> {
          needs("src");
          needs("poster");
          lazy();
        }
        case "object" -> needs("data");
        case "applet" -> needs("code");
        case "body", "table", "td", "th" -> needs("background");
        case "image", "use", "feimage" -> {
          needs("href");
          needs("xlink:href");
        }
        case "script" -> {
          needs("src");
          scanner.rawText();
        }
        case "style" -> new CssLinks(scanner.rawText(), links).read();
        case "textarea", "title", "xmp", "noembed", "noframes" -> scanner.rawText();
        case "plaintext" -> scanner.stop();
        case "div", "section", "span", "figure" -> lazy();
        default -> {}
      }
      inlineStyle();
    }
  }

  private void add(String attribute, LinkKind kind, boolean nofollow) {
    String value = scanner.attribute(attribute);
    if (value != null) {
      links.add(value, kind, nofollow);
    }
  }

  private void needs(String attribute) {
    add(attribute, LinkKind.REQUISITE, false);
  }

  private Set<String> relations(String attribute) {
    return HeaderLinks.words(scanner.attribute(attribute));
  }

  private void link() {
    HeaderLinks.related(scanner.attribute("href"), relations("rel"), links);
    sourceSet("imagesrcset");
  }

  private void meta() {
    String content = scanner.attribute("content");
    if (content == null) {
      return;
    }
    String name = scanner.attribute("name");
    if ("robots".equalsIgnoreCase(name) || "orbweaver".equalsIgnoreCase(name)) {
      links.robots(content);
    }
    if ("refresh".equalsIgnoreCase(scanner.attribute("http-equiv"))) {
      HeaderLinks.refresh(content, links);
    }
    String property = scanner.attribute("property");
    String shared = property != null ? property : name;
    if (shared != null && SHARED.contains(shared.toLowerCase(Locale.ROOT))) {
      links.add(content, LinkKind.REQUISITE, false);
    }
  }

  private void lazy() {
    for (String attribute : LAZY) {
      String value = scanner.attribute(attribute);
      // Scripts keep all sorts of things in such attributes.
      if (value != null && value.indexOf('.') >= 0 && value.indexOf(' ') < 0) {
        links.add(value, LinkKind.REQUISITE, false);
      }
    }
  }

  private void document(@Nullable String html) {
    if (html != null && !nested) {
      new HtmlLinks(html.getBytes(links.encoding()), links, true).read();
    }
  }

  private void sourceSets() {
    sourceSet("srcset");
    sourceSet("data-srcset");
  }

  /** "a.png 1x, b.png 2x": an address may hold commas, but neither starts nor ends with one. */
  private void sourceSet(String attribute) {
    String value = scanner.attribute(attribute);
    if (value == null) {
      return;
    }
    int at = 0;
    while (at < value.length()) {
      while (at < value.length() && (value.charAt(at) <= ' ' || value.charAt(at) == ',')) {
        at++;
      }
      int start = at;
      while (at < value.length() && value.charAt(at) > ' ') {
        at++;
      }
      String address = value.substring(start, at);
      if (address.endsWith(",")) {
        int end = address.length();
        while (end > 0 && address.charAt(end - 1) == ',') {
          end--;
        }
        links.add(address.substring(0, end), LinkKind.REQUISITE, false);
        continue;
      }
      links.add(address, LinkKind.REQUISITE, false);
      while (at < value.length() && value.charAt(at) != ',') {
        at++;
      }
    }
  }

  private void inlineStyle() {
    String style = scanner.attribute("style");
    if (style != null && style.indexOf('(') >= 0) {
      new CssLinks(style.getBytes(links.encoding()), links).read();
    }
  }
}
