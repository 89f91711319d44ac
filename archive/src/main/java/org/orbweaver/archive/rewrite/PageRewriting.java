package org.orbweaver.archive.rewrite;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.links.Encodings;

/** Rewrites a body by its media type and by what it is wanted for. */
public final class PageRewriting {
  /** How a body is to be treated. */
  public enum Kind {
    HTML,
    XHTML,
    /** Shown by itself or in a frame, where it may hold scripts. */
    SVG,
    XML,
    CSS,
    SCRIPT,
    JSON_LINKS,
    PLAYLIST,
    NONE
  }

  private static final Pattern CALLBACK =
      Pattern.compile("[?&](?:callback|jsonp|jsoncallback|cb)=([\\w.$]+)");
  private static final Pattern CALL = Pattern.compile("^\\s*(?:/\\*\\*/\\s*)?([\\w.$]+)\\s*\\(");

  /** Whatever the names without a prefix mean there. */
  private static final String IN_XML = "<script xmlns=\"http://www.w3.org/1999/xhtml\" ";

  private static final Pattern HTML_START =
      Pattern.compile(
          "<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body"
              + "|br|p)[\\s>])");

  private final LinkRewriter links;
  private final String url;
  private final String injection;
  private final boolean framed;

  /**
   * @param injection what comes first in a page's head
   * @param framed whether the page is a frame of another archived page
   */
  public PageRewriting(LinkRewriter links, String url, String injection, boolean framed) {
    this.links = links;
    this.url = url;
    this.injection = injection;
    this.framed = framed;
  }

  /**
   * @param rewritten the new body, in the encoding of the old
   * @param charset to be told, if the body does not tell it where a browser looks for it
   * @param guarded whether its scripts, if it is shown as a document, run behind ours
   */
  @SuppressWarnings("ArrayRecordComponent") // on its way to a browser
  public record Page(byte[] rewritten, @Nullable String charset, boolean guarded) {}

  /**
   * @param wanted the modifier of the request
   */
  public static Kind kind(String mediaType, String wanted, byte[] start) {
    String type = mediaType.toLowerCase(Locale.ROOT);
    boolean script =
        type.contains("javascript") || type.contains("ecmascript") || type.endsWith("/jscript");
    if (wanted.equals(LinkRewriter.SCRIPT)) {
      // A missing script's error page is no script.
      return type.equals("text/html") && startsWithTag(start)
          ? Kind.NONE
          : type.contains("json") || type.contains("wasm") ? Kind.NONE : Kind.SCRIPT;
    }
    if (wanted.equals(LinkRewriter.STYLE)) {
      return Kind.CSS;
    }
    if (script) {
      return Kind.SCRIPT;
    }
    return switch (type) {
      case "text/html" -> Kind.HTML;
      case "application/xhtml+xml" -> Kind.XHTML;
      case "image/svg+xml" -> wanted.equals(LinkRewriter.IMAGE) ? Kind.XML : Kind.SVG;
      case "text/css" -> Kind.CSS;
      case "application/manifest+json" -> Kind.JSON_LINKS;
      case "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl" ->
          Kind.PLAYLIST;
      case "text/xml", "application/xml", "application/rss+xml", "application/atom+xml" -> Kind.XML;
      default ->
          type.endsWith("+xml")
              ? Kind.XML
              : isUnknown(type) && looksLikeHtml(start) ? Kind.HTML : Kind.NONE;
    };
  }

  /** What browsers do not take for a type: they look at the body. */
  private static boolean isUnknown(String type) {
    return type.indexOf('/') <= 0
        || type.endsWith("/")
        || type.equals("unknown/unknown")
        || type.equals("application/unknown")
        || type.equals("*/*");
  }

  private static boolean startsWithTag(byte[] start) {
    for (byte each : start) {
      if (each > ' ') {
        return each == '<';
      }
    }
    return false;
  }

  /** By the beginnings that browsers know (MIME Sniffing standard, §7.1). */
  private static boolean looksLikeHtml(byte[] start) {
    String text =
        new String(start, 0, Math.min(start.length, 1445), StandardCharsets.ISO_8859_1)
            .stripLeading()
            .toLowerCase(Locale.ROOT);
    if (text.startsWith("\u00ef\u00bb\u00bf")) {
      text = text.substring(3).stripLeading();
    }
    return HTML_START.matcher(text).lookingAt();
  }

  public Page rewrite(Kind kind, byte[] body, @Nullable String contentType) {
    if (kind == Kind.NONE) {
      return new Page(body, null, false);
    }
    Charset meant = Encodings.of(body, contentType);
    // UTF-16 and the like are no superset of ASCII: such a page becomes UTF-8.
    boolean foreign = !isAsciiBased(meant);
    String text = new String(body, foreign ? meant : StandardCharsets.ISO_8859_1);
    String named = injection.replaceFirst("<script ", IN_XML);
    String fresh =
        switch (kind) {
          case HTML -> new HtmlRewriter(links, url, injection, false, framed, text).rewrite();
          case XHTML, SVG -> new HtmlRewriter(links, url, named, true, framed, text).rewrite();
          case XML -> new HtmlRewriter(links, url, "", true, framed, text).rewrite();
          case CSS -> new CssRewriter(links, false).rewrite(text);
          case SCRIPT -> ScriptRewriter.rewrite(links, url, callback(text));
          case JSON_LINKS -> JsonLinks.rewrite(links, text);
          case PLAYLIST -> playlist(text);
          case NONE -> text;
        };
    Charset out = foreign ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    boolean told = kind == Kind.HTML || kind == Kind.XHTML || foreign;
    String name = foreign ? "utf-8" : meant.name().toLowerCase(Locale.ROOT);
    boolean guarded =
        switch (kind) {
          case HTML, XHTML, SCRIPT -> true;
          case SVG -> fresh.contains(named);
          default -> false;
        };
    return new Page(fresh.getBytes(out), told ? name : null, guarded);
  }

  private static boolean isAsciiBased(Charset charset) {
    String name = charset.name();
    return !name.startsWith("UTF-16")
        && !name.startsWith("UTF-32")
        && !name.startsWith("ISO-2022")
        && !name.startsWith("x-JIS")
        && !name.startsWith("IBM");
  }

  /** A name made up for each request, as JSONP has it: the one asked for now is put in. */
  private String callback(String script) {
    Matcher asked = CALLBACK.matcher(url);
    if (!asked.find()) {
      return script;
    }
    Matcher call = CALL.matcher(script);
    return call.find() && !call.group(1).equals(asked.group(1))
        ? script.substring(0, call.start(1)) + asked.group(1) + script.substring(call.end(1))
        : script;
  }

  private String playlist(String text) {
    StringBuilder out = new StringBuilder(text.length() + 256);
    for (String line : text.split("\n", -1)) {
      boolean link = !line.startsWith("#") && !line.isBlank();
      out.append(link ? links.link(line, LinkRewriter.OTHER) : line).append('\n');
    }
    out.setLength(out.length() - 1);
    return out.toString();
  }
}
