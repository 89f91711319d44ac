package org.orbweaver.archive.rewrite;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTML, XHTML and SVG, read tag by tag as browsers do. Everything that is no link, style or script
 * is copied.
 */
final class HtmlRewriter {
  private static final Pattern STYLE_SHEET =
      Pattern.compile("\\shref\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");
  private static final Pattern MARKUP_ENTITY =
      Pattern.compile("<!ENTITY\\s[^\"'>]*(?:\"[^\"]*[<&%]|'[^']*[<&%])");

  private final LinkRewriter links;
  private final String url;
  private final String injection;
  private final boolean xml;
  private final AttributeLinks attributes;
  private final TagReader reader;
  private final String html;
  private final StringBuilder out;
  private int copied;
  private int at;
  private boolean injected;

  /** How deep in elements of SVG or MathML it is. */
  private int foreign;

  private HtmlTag tag = new HtmlTag("", "", "", "", "");

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
    this.attributes = new AttributeLinks(links, url, injection, framed);
    this.reader = new TagReader(html);
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
        if (xml && html.startsWith("<!DOCTYPE", open)) {
          doctype(open);
        } else {
          at = declarationEnd(open);
        }
      } else if (next == '?') {
        instruction(open);
      } else if (next == '/') {
        endTag(open);
      } else if (TagReader.isLetter(next)) {
        startTag(open);
      } else {
        at = open + 1;
      }
    }
    inject(html.length());
    return out.isEmpty() ? html : out.append(html, copied, html.length()).toString();
  }

  /** It may have attributes, which mean nothing but may hold a closing bracket. */
  private void endTag(int open) {
    if (open + 2 >= html.length() || !TagReader.isLetter(html.charAt(open + 2))) {
      int end = html.indexOf('>', open);
      at = end < 0 ? html.length() : end + 1;
      return;
    }
    String name = reader.name(open + 1);
    if (name.startsWith("head")) {
      inject(open);
    }
    if (isForeign(name)) {
      foreign = Math.max(0, foreign - 1);
    }
    while (reader.next() != null) {
      // up to the tag's end
    }
    at = reader.at();
  }

  /** What has rules of its own within a page: there a title or a style is markup like any other. */
  private static boolean isForeign(String name) {
    return name.equals("svg") || name.equals("math");
  }

  /**
   * Entities that it declares may be whole elements, which nobody here would see: then it declares
   * none. Short names for addresses, as drawing programs declare them, stay.
   */
  private void doctype(int open) {
    int subset = html.indexOf('[', open);
    int end = html.indexOf('>', open);
    if (subset < 0 || end < subset) {
      at = end < 0 ? html.length() : end + 1;
      return;
    }
    int stop = subsetEnd(subset + 1);
    if (MARKUP_ENTITY.matcher(html).region(subset, stop).find()) {
      replace(subset + 1, stop, "");
    }
    at = stop;
  }

  /** The bracket that closes a document type's own declarations: none in quotes or comments. */
  private int subsetEnd(int start) {
    int i = start;
    while (i >= 0 && i < html.length() && html.charAt(i) != ']') {
      char c = html.charAt(i);
      if (html.startsWith("<!--", i)) {
        i = html.indexOf("-->", i + 4);
      } else if (c == '"' || c == '\'') {
        i = html.indexOf(c, i + 1);
      }
      i = i < 0 ? -1 : i + 1;
    }
    return i < 0 ? html.length() : Math.min(i, html.length());
  }

  private int declarationEnd(int open) {
    int end;
    if (html.startsWith("<!--", open)) {
      if (html.startsWith(">", open + 4) || html.startsWith("->", open + 4)) {
        return open + 5;
      }
      end = html.indexOf("--", open + 4);
      while (end >= 0
          && !html.startsWith(">", end + 2)
          && (xml || !html.startsWith("!>", end + 2))) {
        end = html.indexOf("--", end + 1);
      }
      return end < 0 ? html.length() : html.indexOf('>', end) + 1;
    }
    if (xml && html.startsWith("<![CDATA[", open)) {
      end = html.indexOf("]]>", open);
      return end < 0 ? html.length() : end + 3;
    }
    end = html.indexOf('>', open);
    return end < 0 ? html.length() : end + 1;
  }

  private void instruction(int open) {
    String close = xml ? "?>" : ">";
    int found = html.indexOf(close, open);
    int end = found < 0 ? html.length() : found;
    if (html.startsWith("<?xml-stylesheet", open)) {
      Matcher href = STYLE_SHEET.matcher(html).region(open, end); // what follows is not its own
      if (href.find()) {
        int group = href.start(1) >= 0 ? 1 : 2;
        replace(
            href.start(group),
            href.end(group),
            links.inMarkup(href.group(group), LinkRewriter.STYLE));
      }
    }
    at = Math.min(html.length(), end + close.length());
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

  private void startTag(int open) {
    String name = reader.name(open);
    boolean picture = xml && name.equals("svg");
    if (!injected && !picture && !name.equals("html") && !name.equals("head")) {
      inject(open);
    }
    tag = reader.lookAhead(name);
    TagReader.Attribute attribute;
    while ((attribute = reader.next()) != null) {
      if (attribute.valueStart() >= 0) {
        rewrite(attribute);
      } else if (attribute.name().equals("ping")) {
        replace(attribute.start(), attribute.start(), "data-orb-");
      }
    }
    at = reader.at();
    boolean closed = at >= 2 && html.charAt(at - 2) == '/';
    if (!injected && (name.equals("head") || picture && !closed)) {
      inject(at);
    }
    if (closed && (xml || foreign > 0 || isForeign(name))) {
      return;
    }
    foreign += !xml && isForeign(name) ? 1 : 0;
    switch (name) {
      case "script", "style" -> rawText();
      case "textarea", "title", "xmp", "noembed", "noframes", "iframe" -> {
        if (!xml && foreign == 0) {
          at = rawEnd();
        }
      }
      case "noscript" -> {
        if (!xml) {
          unscripted();
        }
      }
      case "plaintext" -> at = xml ? at : html.length();
      default -> {}
    }
  }

  private void rewrite(TagReader.Attribute attribute) {
    String name = attribute.name();
    if (tag.isDisarmed(name)) {
      replace(attribute.start(), attribute.start(), "data-orb-");
    } else if (name.equals("type")
        && tag.name().equals("script")
        && tag.type().equals("speculationrules")) {
      replace(attribute.valueStart(), attribute.valueEnd(), "orb/none");
    } else if (AttributeLinks.mayLead(name)) {
      String value = html.substring(attribute.valueStart(), attribute.valueEnd());
      String fresh = attributes.rewrite(tag, name, value);
      if (!fresh.equals(value)) {
        String quote = attribute.quoted() || fresh.indexOf('"') >= 0 ? "" : "\"";
        replace(attribute.valueStart(), attribute.valueEnd(), quote + fresh + quote);
      }
    }
  }

  private int rawEnd() {
    int from = at;
    while (true) {
      int end = html.indexOf("</", from);
      if (end < 0) {
        return html.length();
      }
      int stop = end + 2 + tag.name().length();
      if (html.regionMatches(true, end + 2, tag.name(), 0, tag.name().length())
          && (stop >= html.length() || TagReader.isNameEnd(html.charAt(stop)))) {
        return end;
      }
      from = end + 2;
    }
  }

  /**
   * For a browser that runs scripts it ends at the first end tag, whatever that stands in, and for
   * others it is markup: so it is rewritten by itself.
   */
  private void unscripted() {
    int start = at;
    int end = rawEnd();
    String inside = html.substring(start, end);
    String fresh = new HtmlRewriter(links, url, "", false, attributes.isFramed(), inside).rewrite();
    if (!fresh.equals(inside)) {
      replace(start, end, fresh);
    }
    at = end;
  }

  private void rawText() {
    int start = at;
    int end = rawEnd();
    int within = html.indexOf('<', start);
    if (foreign > 0 && within >= 0 && within < end) {
      return; // elements of the page may stand in it, and are read as such
    }
    if (end > start) {
      String text = html.substring(start, end);
      String fresh = text;
      if (tag.name().equals("style")) {
        fresh = new CssRewriter(links, false).rewrite(text);
      } else if (tag.isScript()) {
        fresh = ScriptRewriter.rewrite(links, url, text);
      } else if (tag.type().equals("importmap")) {
        fresh = JsonLinks.rewrite(links, text);
      }
      if (!fresh.equals(text)) {
        replace(start, end, fresh);
      }
    }
    at = end;
  }
}
