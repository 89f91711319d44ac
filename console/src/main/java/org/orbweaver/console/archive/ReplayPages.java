package org.orbweaver.console.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.memento.MementoLinks;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.rewrite.LinkRewriter;
import org.orbweaver.archive.rewrite.PageRewriting;
import org.orbweaver.archive.rewrite.Refresh;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Headers;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.url.WebUrl;

/** Archived content itself, rewritten or as it was. */
final class ReplayPages {
  /** As it was captured, byte for byte after decoding. */
  private static final String IDENTICAL = "id_";

  private static final String WORKER = "wk_";
  private static final int MOST_DECODED = 64 << 20;

  /** Of the archived headers, those a browser still needs; the others speak of another server. */
  private static final Set<String> KEPT =
      Set.of(
          "content-type",
          "content-language",
          "content-disposition",
          "content-range",
          "accept-ranges",
          "last-modified");

  private static final Set<String> REQUISITES =
      Set.of("js_", "cs_", "im_", "oe_", WORKER, "fr_", "ff_");

  private final Archive archive;
  private final FuzzyRules fuzzy;

  ReplayPages(Archive archive, FuzzyRules fuzzy) {
    this.archive = archive;
    this.fuzzy = fuzzy;
  }

  @Nullable Archive archive(ReplayTarget target) {
    return target.collection() == null ? archive : archive.only(target.collection());
  }

  /**
   * @param self origin by which this server was asked
   * @param onReplay where archived pages act, and nothing is shown that does not hold our script
   */
  ArchiveAnswer answer(ArchiveRequest request, ReplayTarget target, String self, boolean onReplay)
      throws IOException {
    if ("script".equals(request.header("Service-Worker"))) {
      return ArchiveAnswer.text(403, "service workers of archived pages do not run");
    }
    Archive chosen = archive(target);
    WebUrl url = WebUrl.parse(target.url());
    if (chosen == null || url == null) {
      return Sorry.page(
          404,
          chosen == null ? "No such collection" : "This is no address",
          chosen == null ? String.valueOf(target.collection()) : target.url());
    }
    String blocked = chosen.notShown(url.toString());
    if (blocked != null) {
      return Sorry.page(451, "Not shown", blocked);
    }
    String wanted = wanted(request, target.modifier(), onReplay);
    Instant at = time(request, target.timestamp());
    CaptureChoice choice = new CaptureChoice(chosen, fuzzy);
    boolean requisite = REQUISITES.contains(wanted) || isRequisite(request);
    ArchivedCapture capture =
        requisite ? choice.requisite(url.toString(), at) : choice.page(url.toString(), at);
    if (capture == null) {
      return Sorry.page(404, "Not in the archive", url.toString());
    }
    if (!requisite
        && !wanted.equals(IDENTICAL)
        && !target.timestamp().equals(capture.timestamp())
        && "GET".equals(request.method())) {
      ArchiveAnswer moved =
          ArchiveAnswer.redirect(
              302, target.prefix() + capture.timestamp() + target.modifier() + "/" + url);
      return memento(moved, capture, target, self);
    }
    try (Response response = capture.open()) {
      ArchiveAnswer answer = serve(request, target, wanted, url, capture, response, self);
      answer.with("X-Orbweaver-Held-By", capture.source().heldBy(capture.row()));
      return memento(answer, capture, target, self);
    } catch (IOException e) {
      return Sorry.page(502, "This capture cannot be read", String.valueOf(e.getMessage()));
    }
  }

  private static Instant time(ArchiveRequest request, String timestamp) {
    String asked = request.header("Accept-Datetime");
    if (timestamp.isEmpty() && asked != null) {
      return MementoLinks.parseDate(asked);
    }
    return timestamp.isEmpty() ? Archive.END_OF_TIME : Timestamp.end(timestamp);
  }

  /** What a browser says it wants counts more than the link by which it came. */
  private static String wanted(ArchiveRequest request, String modifier, boolean onReplay) {
    String destination = request.header("Sec-Fetch-Dest");
    if (modifier.equals(IDENTICAL) && onReplay && mayBeShown(destination)) {
      return LinkRewriter.FRAME; // as it was captured, it would act without our script
    }
    if (destination == null || modifier.equals(IDENTICAL) || modifier.equals(WORKER)) {
      return modifier;
    }
    return switch (destination) {
      case "script", "audioworklet", "paintworklet" -> LinkRewriter.SCRIPT;
      case "worker", "sharedworker" -> WORKER;
      case "style" -> LinkRewriter.STYLE;
      case "image" -> LinkRewriter.IMAGE;
      default -> modifier;
    };
  }

  private static boolean isRequisite(ArchiveRequest request) {
    return !mayBeShown(request.header("Sec-Fetch-Dest"));
  }

  /** As a document; browsers that do not tell may mean to. */
  private static boolean mayBeShown(@Nullable String destination) {
    return destination == null
        || Set.of("document", "iframe", "frame", "fencedframe", "object", "embed")
            .contains(destination);
  }

  private static ArchiveAnswer memento(
      ArchiveAnswer answer, ArchivedCapture capture, ReplayTarget target, String self) {
    answer.with("Memento-Datetime", MementoLinks.date(capture.at()));
    return answer.with("Link", MementoLinks.header(self, target.prefix(), capture));
  }

  private ArchiveAnswer serve(
      ArchiveRequest request,
      ReplayTarget target,
      String wanted,
      WebUrl url,
      ArchivedCapture capture,
      Response response,
      String self)
      throws IOException {
    Headers archived = response.headers();
    String location = archived.first("Location").orElse(null);
    int status = response.status();
    String page = capture.url();
    LinkRewriter links = new LinkRewriter(target.prefix(), capture.timestamp(), page);
    if (status >= 300 && status < 400 && location != null) {
      return redirect(target, wanted, url, capture, status, utf8(location), links);
    }
    Map<String, String> headers = kept(archived);
    String type = archived.first("Content-Type").orElse("");
    String mediaType = mediaType(type);
    boolean raw = wanted.equals(IDENTICAL) || "empty".equals(request.header("Sec-Fetch-Dest"));
    if (response.bodySize() > MOST_DECODED && archived.first("Content-Encoding").isEmpty()) {
      return RangedAnswer.large(request, status, headers, capture);
    }
    byte[] body = ContentDecoding.decode(response, MOST_DECODED);
    if (body.length == MOST_DECODED) {
      throw new IOException("it unpacks to more than 64 MiB: a bomb?");
    }
    PageRewriting.Kind kind =
        raw ? PageRewriting.Kind.NONE : PageRewriting.kind(mediaType, kindOf(wanted), body);
    if (kind == PageRewriting.Kind.NONE) {
      headers.put(ReplayPolicy.HEADER, ReplayPolicy.scriptless(self));
      if (raw && isText(mediaType) && !type.toLowerCase(Locale.ROOT).contains("charset")) {
        headers.remove("Content-Type");
        headers.put("Content-Type", type);
      }
      return RangedAnswer.of(request, new ArchiveAnswer(status, headers, body, null));
    }
    boolean framed = wanted.equals(LinkRewriter.FRAME);
    PageRewriting rewriting =
        new PageRewriting(links, page, injection(target, capture, page, framed), framed);
    PageRewriting.Page fresh = rewriting.rewrite(kind, body, type);
    if (!fresh.guarded()) {
      headers.put(ReplayPolicy.HEADER, ReplayPolicy.scriptless(self));
    }
    if (fresh.charset() != null) {
      String named = mediaType.isEmpty() ? "text/html" : mediaType;
      headers.put("Content-Type", named + "; charset=" + fresh.charset());
    }
    String refresh = archived.first("Refresh").orElse(null);
    if (refresh != null) {
      String to = framed ? LinkRewriter.FRAME : LinkRewriter.PAGE;
      headers.put("Refresh", Refresh.rewrite(refresh, link -> links.link(link, to)));
    }
    byte[] rewritten = fresh.rewritten();
    if (wanted.equals(WORKER)) {
      rewritten = join(worker(target, capture, page), rewritten);
    }
    headers.put("Cache-Control", "no-cache");
    return new ArchiveAnswer(status, headers, rewritten, null);
  }

  private static boolean isText(String mediaType) {
    return mediaType.startsWith("text/");
  }

  private static String kindOf(String wanted) {
    return wanted.equals(WORKER) ? LinkRewriter.SCRIPT : wanted;
  }

  private static String mediaType(String type) {
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** Header bytes beyond ASCII are UTF-8 on today's web, whatever the standard says. */
  private static String utf8(String header) {
    byte[] bytes = header.getBytes(StandardCharsets.ISO_8859_1);
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf('\ufffd') >= 0 ? header : text;
  }

  private static Map<String, String> kept(Headers archived) {
    Map<String, String> headers = new LinkedHashMap<>();
    archived
        .byName()
        .forEach(
            (name, value) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (KEPT.contains(lower)) {
                headers.put(name, HeaderText.value(value));
              } else if (HeaderText.isName(name)
                  && !lower.equals("content-length")
                  && !lower.equals("transfer-encoding")) {
                // Shown for those who look, without effect: Set-Cookie, CSP, HSTS, …
                headers.put("X-Archive-Orig-" + name, value.replaceAll("[^\\x20-\\x7e]", "?"));
              }
            });
    return headers;
  }

  private ArchiveAnswer redirect(
      ReplayTarget target,
      String wanted,
      WebUrl asked,
      ArchivedCapture capture,
      int status,
      String location,
      LinkRewriter links) {
    WebUrl base = WebUrl.parse(capture.url());
    WebUrl to = base == null ? null : WebUrl.parse(location, base);
    if (to == null) {
      return Sorry.page(200, "A redirect was captured that leads nowhere", location);
    }
    // http to https and the like lead to the very same captures: the one asked for must be left
    // out.
    if (to.toString().equals(asked.toString()) || isLoop(target, to, capture)) {
      return Sorry.page(
          508, "This address redirects to itself", "At that time " + asked + " led to " + to);
    }
    String modifier = wanted.equals(IDENTICAL) ? IDENTICAL : target.modifier();
    return ArchiveAnswer.redirect(
        status == 304 ? 302 : status, links.prefix(modifier) + to.toString());
  }

  private boolean isLoop(ReplayTarget target, WebUrl to, ArchivedCapture capture) {
    Archive chosen = archive(target);
    ArchivedCapture next =
        chosen == null ? null : new CaptureChoice(chosen, fuzzy).page(to.toString(), capture.at());
    return next != null
        && next.row().url().equals(capture.row().url())
        && next.at().equals(capture.at());
  }

  private static String injection(
      ReplayTarget target, ArchivedCapture capture, String page, boolean framed) {
    return "<script src=\"/_orb/replay.js\" data-url=\""
        + Sorry.escaped(page)
        + "\" data-time=\""
        + capture.timestamp()
        + "\" data-millis=\""
        + capture.at().toEpochMilli()
        + "\" data-prefix=\""
        + Sorry.escaped(target.prefix())
        + "\" data-framed=\""
        + framed
        + "\"></script>";
  }

  private static byte[] worker(ReplayTarget target, ArchivedCapture capture, String page) {
    String config =
        "self.orbConfig={url:\"%s\",time:\"%s\",millis:%d,prefix:\"%s\",framed:false};"
            .formatted(
                page.replace("\\", "%5C").replace("\"", "%22"),
                capture.timestamp(),
                capture.at().toEpochMilli(),
                target.prefix().replace("\"", ""));
    return join(config.getBytes(StandardCharsets.UTF_8), StaticFiles.bytes("replay.js"));
  }

  private static byte[] join(byte[] one, byte[] other) {
    byte[] both = java.util.Arrays.copyOf(one, one.length + 1 + other.length);
    both[one.length] = '\n';
    System.arraycopy(other, 0, both, one.length + 1, other.length);
    return both;
  }
}
