package org.orbweaver.archive.rewrite;

import java.util.Locale;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * HTML, XHTML and SVG, read tag by tag as browsers do. Everything that is no link, style or script
 * is copied.
 */
final class HtmlRewriter {
  private final LinkRewriter links;
  private final String url;
  private final String injection;
  private final boolean xml;
  private final boolean framed;
  private final String html;
  private final StringBuilder out;
  private int copied;
  private int at;
  private boolean injected;

  // The tag being read.
  private String tag = "";
  private String rel = "";
  private String as = "";
  private String type = "";
  private String equiv = "";

  /**
   * @param injection what comes first in the page's head
   * @param framed whether the page is a frame of another archived page
   */
  HtmlRewriter(
      LinkRewriter links, String url, String injection, boolean xml, boolean framed, String html) {
    this.links = links;
    this.url = url;
    this.injection = injection;
    this.xml = xml;
    this.framed = framed;
    this.html = html;
    this.out = new StringBuilder(html.length() + html.length() / 4 + 1024);
    this.injected = injection.isEmpty();
  }

  String rewrite() {
    while (true) {
      int open = html.indexOf('<', at);
      if (open < 0 || open + 1 >= html.length()) {
        break;
      }
      char next = html.charAt(open + 1);
      if (next == '!') {
        at = declarationEnd(open);
      } else if (next == '?') {
        instruction(open);
      } else if (next == '/') {
        if (open + 6 < html.length() && html.regionMatches(true, open, "</head", 0, 6)) {
          inject(open);
        }
        int end = html.indexOf('>', open);
        at = end < 0 ? html.length() : end + 1;
      } else if (isLetter(next)) {
        startTag(open);
      } else {
        at = open + 1;
      }
    }
    inject(html.length());
    return copied == 0 ? html : out.append(html, copied, html.length()).toString();
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private int declarationEnd(int open) {
    int end;
    if (html.startsWith("<!--", open)) {
      if (html.startsWith(">", open + 4) || html.startsWith("->", open + 4)) {
        return open + 5;
      }
      end = html.indexOf("-->", open + 4);
      return end < 0 ? html.length() : end + 3;
    }
    if (xml && html.startsWith("<![CDATA[", open)) {
      end = html.indexOf("]]>", open);
      return end < 0 ? html.length() : end + 3;
    }
    end = html.indexOf('>', open);
    return end < 0 ? html.length() : end + 1;
  }

  private void instruction(int open) {
    int end = html.indexOf('>', open);
    end = end < 0 ? html.length() : end;
    if (html.startsWith("<?xml-stylesheet", open)) {
      int href = html.indexOf("href=", open);
      if (href > 0 && href < end) {
        char quote = html.charAt(href + 5);
        int stop = html.indexOf(quote, href + 6);
        if (stop > 0 && stop < end) {
          replace(
              href + 6, stop, links.inMarkup(html.substring(href + 6, stop), LinkRewriter.STYLE));
        }
      }
    }
    at = Math.min(html.length(), end + 1);
  }

  private void replace(int start, int end, String by) {
    out.append(html, copied, start).append(by);
    copied = end;
  }

  private void inject(int where) {
    if (!injected) {
      injected = true;
      replace(where, where, injection);
    }
  }

  private record Attribute(String name, int start, int valueStart, int valueEnd, boolean quoted) {}

  private void startTag(int open) {
    int end = open + 1;
    while (end < html.length() && !isNameEnd(html.charAt(end))) {
      end++;
    }
    tag = html.substring(open + 1, end).toLowerCase(Locale.ROOT);
    if (!injected && !tag.equals("html") && !tag.equals("head")) {
      inject(open);
    }
    lookAhead(end);
    at = end;
    Attribute attribute;
    while ((attribute = nextAttribute()) != null) {
      if (attribute.valueStart() >= 0) {
        rewrite(attribute);
      } else if (attribute.name().equals("ping")) {
        replace(attribute.start(), attribute.start(), "data-orb-");
      }
    }
    boolean closed = at >= 2 && html.charAt(at - 2) == '/';
    if (!injected && tag.equals("head")) {
      inject(at);
    }
    if (xml && closed) {
      return;
    }
    switch (tag) {
      case "script", "style" -> rawText();
      case "textarea", "title", "xmp", "noembed", "noframes" -> {
        if (!xml) {
          at = rawEnd();
        }
      }
      case "plaintext" -> at = xml ? at : html.length();
      default -> {}
    }
  }

  private static boolean isNameEnd(char c) {
    return c <= ' ' || c == '/' || c == '>';
  }

  /** Attributes that decide what others mean, wherever they stand. */
  private void lookAhead(int from) {
    rel = "";
    as = "";
    type = "";
    equiv = "";
    if (!tag.equals("link") && !tag.equals("meta") && !tag.equals("script")) {
      return;
    }
    int start = at;
    at = from;
    Attribute attribute;
    while ((attribute = nextAttribute()) != null) {
      if (attribute.valueStart() >= 0) {
        String value =
            html.substring(attribute.valueStart(), attribute.valueEnd())
                .strip()
                .toLowerCase(Locale.ROOT);
        switch (attribute.name()) {
          case "rel" -> rel = value;
          case "as" -> as = value;
          case "type" -> type = value;
          case "http-equiv" -> equiv = value;
          case "name" -> equiv = equiv.isEmpty() && value.equals("referrer") ? value : equiv;
          default -> {}
        }
      }
    }
    at = start;
  }

  private @Nullable Attribute nextAttribute() {
    int length = html.length();
    while (at < length && (html.charAt(at) <= ' ' || html.charAt(at) == '/')) {
      at++;
    }
    if (at >= length || html.charAt(at) == '>') {
      at = Math.min(length, at + 1);
      return null;
    }
    int start = at++;
    while (at < length && !isNameEnd(html.charAt(at)) && html.charAt(at) != '=') {
      at++;
    }
    String name = html.substring(start, at).toLowerCase(Locale.ROOT);
    int equals = at;
    while (equals < length && html.charAt(equals) <= ' ') {
      equals++;
    }
    if (equals >= length || html.charAt(equals) != '=') {
      return new Attribute(name, start, -1, -1, false);
    }
    at = equals + 1;
    while (at < length && html.charAt(at) <= ' ') {
      at++;
    }
    if (at >= length) {
      return new Attribute(name, start, -1, -1, false);
    }
    char quote = html.charAt(at);
    if (quote == '"' || quote == '\'') {
      int end = html.indexOf(quote, at + 1);
      int stop = end < 0 ? length : end;
      Attribute attribute = new Attribute(name, start, at + 1, stop, true);
      at = Math.min(length, stop + 1);
      return attribute;
    }
    int value = at;
    while (at < length && html.charAt(at) > ' ' && html.charAt(at) != '>') {
      at++;
    }
    return new Attribute(name, start, value, at, false);
  }

  private void rewrite(Attribute attribute) {
    String name = attribute.name();
    String value = html.substring(attribute.valueStart(), attribute.valueEnd());
    String fresh =
        switch (name) {
          case "href", "xlink:href" -> href(value);
          case "src" -> links.inMarkup(value, sourceKind());
          case "action", "formaction" -> links.inMarkup(value, LinkRewriter.PAGE);
          case "poster", "background", "lowsrc", "dynsrc" ->
              links.inMarkup(value, LinkRewriter.IMAGE);
          case "data" -> tag.equals("object") ? links.inMarkup(value, LinkRewriter.OTHER) : value;
          case "srcset", "imagesrcset" -> srcset(value);
          case "style" -> new CssRewriter(links, true).rewrite(value);
          case "content" -> content(value);
          case "srcdoc" -> srcdoc(value);
          case "target" -> target(value);
          default -> name.startsWith("on") ? ScriptRewriter.rewrite(links, url, value) : value;
        };
    boolean disarmed =
        name.equals("integrity")
            || name.equals("ping")
            || name.equals("attributionsrc")
            || name.equals("nonce")
            || name.equals("http-equiv") && isDisarmed()
            || name.equals("referrerpolicy")
            || tag.equals("meta") && name.equals("name") && equiv.equals("referrer")
            || tag.equals("html") && name.equals("manifest");
    if (disarmed) {
      replace(attribute.start(), attribute.start(), "data-orb-");
    } else if (name.equals("type") && tag.equals("script") && type.equals("speculationrules")) {
      replace(attribute.valueStart(), attribute.valueEnd(), "orb/none");
    } else if (!fresh.equals(value)) {
      String quote = attribute.quoted() || fresh.indexOf('"') >= 0 ? "" : "\"";
      replace(attribute.valueStart(), attribute.valueEnd(), quote + fresh + quote);
    }
  }

  /** What a page says about its own security would lock out the archive. */
  private boolean isDisarmed() {
    return equiv.startsWith("content-security-policy")
        || equiv.equals("x-frame-options")
        || equiv.equals("set-cookie")
        || equiv.equals("origin-trial")
        || equiv.equals("x-dns-prefetch-control")
        || equiv.equals("delegate-ch")
        || equiv.equals("accept-ch");
  }

  private String href(String value) {
    return switch (tag) {
      case "base" -> base(value);
      case "link" -> links.inMarkup(value, linkKind());
      case "image", "use", "feimage", "lineargradient", "pattern", "filter", "textpath" ->
          links.inMarkup(value, LinkRewriter.IMAGE);
      case "script" -> links.inMarkup(value, LinkRewriter.SCRIPT);
      default ->
          value.regionMatches(true, 0, "javascript:", 0, 11)
              ? value.substring(0, 11) + ScriptRewriter.rewrite(links, url, value.substring(11))
              : links.inMarkup(value, framed ? LinkRewriter.FRAME : LinkRewriter.PAGE);
    };
  }

  private String base(String value) {
    if (value.isBlank()) {
      return value;
    }
    String base = links.inMarkup(value, framed ? LinkRewriter.FRAME : LinkRewriter.PAGE);
    links.rebase(Parser.unescapeEntities(value, true));
    return base;
  }

  private String linkKind() {
    if (rel.contains("stylesheet")) {
      return LinkRewriter.STYLE;
    }
    if (rel.contains("icon")) {
      return LinkRewriter.IMAGE;
    }
    if (rel.contains("modulepreload")) {
      return LinkRewriter.SCRIPT;
    }
    if (rel.contains("preload") || rel.contains("prefetch")) {
      return switch (as) {
        case "script", "worker" -> LinkRewriter.SCRIPT;
        case "style" -> LinkRewriter.STYLE;
        case "image" -> LinkRewriter.IMAGE;
        default -> LinkRewriter.OTHER;
      };
    }
    return rel.contains("manifest") ? LinkRewriter.OTHER : LinkRewriter.PAGE;
  }

  private String sourceKind() {
    return switch (tag) {
      case "script" -> LinkRewriter.SCRIPT;
      case "iframe", "frame" -> LinkRewriter.FRAME;
      case "img", "input", "image" -> LinkRewriter.IMAGE;
      default -> LinkRewriter.OTHER;
    };
  }

  /** The archive's own page is above every archived one: what is meant for the top stays below. */
  private String target(String value) {
    String lower = value.strip().toLowerCase(Locale.ROOT);
    boolean above =
        lower.equals("_top") || lower.equals("_blank") || !framed && lower.equals("_parent");
    return above ? framed ? "orb_replay" : "_self" : value;
  }

  private String srcset(String value) {
    StringBuilder fresh = new StringBuilder(value.length() + 64);
    int i = 0;
    while (i < value.length()) {
      int start = i;
      while (i < value.length() && (value.charAt(i) <= ' ' || value.charAt(i) == ',')) {
        i++;
      }
      fresh.append(value, start, i);
      start = i;
      while (i < value.length() && value.charAt(i) > ' ') {
        i++;
      }
      int end = i;
      while (end > start && value.charAt(end - 1) == ',') {
        end--;
      }
      fresh.append(links.inMarkup(value.substring(start, end), LinkRewriter.IMAGE));
      if (end < i) {
        fresh.append(value, end, i);
        continue;
      }
      start = i;
      int depth = 0;
      while (i < value.length() && (depth > 0 || value.charAt(i) != ',')) {
        depth += value.charAt(i) == '(' ? 1 : value.charAt(i) == ')' ? -1 : 0;
        i++;
      }
      fresh.append(value, start, i);
    }
    return fresh.toString();
  }

  /** {@code 5; url=…} of a refresh; social media's pictures stay as they are. */
  private String content(String value) {
    if (!equiv.equals("refresh")) {
      return value;
    }
    int name = value.toLowerCase(Locale.ROOT).indexOf("url");
    int equals = name < 0 ? -1 : value.indexOf('=', name);
    if (equals < 0) {
      return value;
    }
    String link = value.substring(equals + 1).strip();
    boolean quoted =
        link.length() > 1
            && (link.charAt(0) == '\'' || link.charAt(0) == '"')
            && link.charAt(link.length() - 1) == link.charAt(0);
    String bare = quoted ? link.substring(1, link.length() - 1) : link;
    String kind = framed ? LinkRewriter.FRAME : LinkRewriter.PAGE;
    return value.substring(0, equals + 1) + links.inMarkup(bare, kind);
  }

  private String srcdoc(String value) {
    String page = Parser.unescapeEntities(value, true);
    String fresh = new HtmlRewriter(links, url, injection, false, true, page).rewrite();
    StringBuilder escaped = new StringBuilder(fresh.length() + 64);
    for (int i = 0; i < fresh.length(); i++) {
      char c = fresh.charAt(i);
      if (c > 0xff) {
        escaped.append("&#").append((int) c).append(';');
      } else {
        escaped.append(c);
      }
    }
    return LinkRewriter.escaped(escaped.toString());
  }

  private int rawEnd() {
    int from = at;
    while (true) {
      int end = html.indexOf("</", from);
      if (end < 0) {
        return html.length();
      }
      int stop = end + 2 + tag.length();
      if (html.regionMatches(true, end + 2, tag, 0, tag.length())
          && (stop >= html.length() || isNameEnd(html.charAt(stop)))) {
        return end;
      }
      from = end + 2;
    }
  }

  private void rawText() {
    int start = at;
    int end = rawEnd();
    if (end > start) {
      String text = html.substring(start, end);
      String fresh = text;
      if (tag.equals("style")) {
        fresh = new CssRewriter(links, false).rewrite(text);
      } else if (isScript()) {
        fresh = ScriptRewriter.rewrite(links, url, text);
      } else if (type.equals("importmap")) {
        fresh = JsonLinks.rewrite(links, text);
      }
      if (!fresh.equals(text)) {
        replace(start, end, fresh);
      }
    }
    at = end;
  }

  private boolean isScript() {
    return type.isEmpty()
        || type.equals("module")
        || type.contains("javascript")
        || type.contains("ecmascript")
        || type.equals("text/babel");
  }
}
