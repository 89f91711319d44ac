package org.orbweaver.fetch.links;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which attributes of which elements are addresses, and what for. */
final class HtmlLinks {
  private static final Pattern REFRESH =
      Pattern.compile(
          "^\\s*\\d*(?:\\.\\d*)?\\s*(?:[;,]\\s*)?(?:url\\s*=\\s*)?(['\"]?)(.*?)\\1\\s*$",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Relations of a link element that fetch something for the page itself. */
  private static final Set<String> FETCHING =
      Set.of(
          "stylesheet",
          "icon",
          "apple-touch-icon",
          "apple-touch-icon-precomposed",
          "mask-icon",
          "manifest",
          "preload",
          "prefetch",
          "modulepreload");

  /** Relations that name a host, a service or an identity, not a page. */
  private static final Set<String> NAMING =
      Set.of("dns-prefetch", "preconnect", "profile", "pingback", "edituri");

  private final LinkCollector links;
  private final HtmlScanner scanner;

  HtmlLinks(byte[] html, LinkCollector links) {
    this.links = links;
    this.scanner = new HtmlScanner(html, links.encoding());
  }

  void read() {
    while (scanner.nextTag()) {
      switch (scanner.name()) {
        case "a", "area" -> add("href", LinkKind.NAVIGATION, relations("rel").contains("nofollow"));
        case "base" -> {
          String href = scanner.attribute("href");
          if (href != null) {
            links.setBase(href);
          }
        }
        case "link" -> link();
        case "meta" -> meta();
        case "img" -> {
          needs("src");
          needs("lowsrc");
          sourceSet("srcset");
        }
        case "source" -> {
          needs("src");
          sourceSet("srcset");
        }
        case "iframe" -> {
          needs("src");
          scanner.rawText();
        }
        case "frame", "embed", "audio", "track", "input", "bgsound" -> needs("src");
        case "video" -> {
          needs("src");
          needs("poster");
        }
        case "object" -> needs("data");
        case "applet" -> needs("code");
        case "body", "table", "td", "th" -> needs("background");
        case "image", "use" -> {
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
    @Nullable String value = scanner.attribute(attribute);
    return value == null || value.isBlank()
        ? Set.of()
        : Set.copyOf(java.util.Arrays.asList(value.strip().toLowerCase(Locale.ROOT).split("\\s+")));
  }

  private void link() {
    Set<String> relations = relations("rel");
    if (relations.stream().anyMatch(FETCHING::contains)) {
      add("href", LinkKind.REQUISITE, false);
    } else if (relations.stream().noneMatch(NAMING::contains)) {
      add("href", LinkKind.NAVIGATION, relations.contains("nofollow"));
    }
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
      Matcher refresh = REFRESH.matcher(content);
      if (refresh.matches()) {
        links.add(refresh.group(2), LinkKind.REDIRECT, false);
      }
    }
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
        links.add(address.replaceAll(",+$", ""), LinkKind.REQUISITE, false);
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
