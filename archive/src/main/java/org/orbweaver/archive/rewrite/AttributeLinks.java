package org.orbweaver.archive.rewrite;

import java.util.Locale;
import org.jsoup.parser.Parser;

/** What becomes of an attribute's value: links lead into the archive, all else stays. */
final class AttributeLinks {
  private final LinkRewriter links;
  private final String url;
  private final String injection;
  private final boolean framed;

  /**
   * @param injection what comes first in a page's head
   * @param framed whether the page is a frame of another archived page
   */
  AttributeLinks(LinkRewriter links, String url, String injection, boolean framed) {
    this.links = links;
    this.url = url;
    this.injection = injection;
    this.framed = framed;
  }

  boolean isFramed() {
    return framed;
  }

  /** Whether an attribute of this name may hold a link, a style or a script. */
  static boolean mayLead(String name) {
    return switch (name) {
      case "href",
          "xlink:href",
          "src",
          "action",
          "formaction",
          "poster",
          "background",
          "lowsrc",
          "dynsrc",
          "data",
          "srcset",
          "imagesrcset",
          "style",
          "content",
          "srcdoc",
          "target" ->
          true;
      default -> name.startsWith("on");
    };
  }

  String rewrite(HtmlTag tag, String name, String value) {
    return switch (name) {
      case "href", "xlink:href" -> href(tag, value);
      case "src" -> links.inMarkup(value, sourceKind(tag));
      case "action", "formaction" -> links.inMarkup(value, LinkRewriter.PAGE);
      case "poster", "background", "lowsrc", "dynsrc" -> links.inMarkup(value, LinkRewriter.IMAGE);
      case "data" ->
          tag.name().equals("object") ? links.inMarkup(value, LinkRewriter.OTHER) : value;
      case "srcset", "imagesrcset" -> srcset(value);
      case "style" -> new CssRewriter(links, true).rewrite(value);
      case "content" -> content(tag, value);
      case "srcdoc" -> srcdoc(value);
      case "target" -> target(value);
      default -> name.startsWith("on") ? ScriptRewriter.rewrite(links, url, value) : value;
    };
  }

  private String href(HtmlTag tag, String value) {
    return switch (tag.name()) {
      case "base" -> base(value);
      case "link" -> links.inMarkup(value, linkKind(tag));
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

  private static String linkKind(HtmlTag tag) {
    String rel = tag.rel();
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
      return switch (tag.as()) {
        case "script", "worker" -> LinkRewriter.SCRIPT;
        case "style" -> LinkRewriter.STYLE;
        case "image" -> LinkRewriter.IMAGE;
        default -> LinkRewriter.OTHER;
      };
    }
    return rel.contains("manifest") ? LinkRewriter.OTHER : LinkRewriter.PAGE;
  }

  private static String sourceKind(HtmlTag tag) {
    return switch (tag.name()) {
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

  /** A refresh's; social media's pictures stay as they are. */
  private String content(HtmlTag tag, String value) {
    if (!tag.equiv().equals("refresh")) {
      return value;
    }
    String kind = framed ? LinkRewriter.FRAME : LinkRewriter.PAGE;
    String plain =
        LinkRewriter.asciiDecoded(value)
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&#39;", "'");
    return Refresh.rewrite(plain, link -> links.link(link, kind))
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
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
}
