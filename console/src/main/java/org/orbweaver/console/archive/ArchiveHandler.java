package org.orbweaver.console.archive;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.cdx.CdxQuery;
import org.orbweaver.archive.memento.MementoLinks;
import org.orbweaver.archive.memento.TimeMap;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.console.Keys;
import org.orbweaver.fetch.url.WebUrl;

/** Which page answers which address, on both of the archive's origins. */
final class ArchiveHandler {
  private static final int MOST_MEMENTOS = 500_000;
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "OPTIONS");

  private final Archive archive;
  private final ReplayPages replay;
  private final ArchivePages pages;
  private final ComparePages compare;
  private final Origins origins;
  private final @Nullable String key;

  /**
   * @param key null if everybody may look
   */
  ArchiveHandler(
      Archive archive,
      FuzzyRules fuzzy,
      @Nullable SearchPages search,
      Origins origins,
      @Nullable String key) {
    this.key = key;
    this.archive = archive;
    this.replay = new ReplayPages(archive, fuzzy);
    this.pages = new ArchivePages(archive, fuzzy, search);
    this.compare = new ComparePages(archive, fuzzy);
    this.origins = origins;
  }

  ArchiveAnswer answer(ArchiveRequest request, boolean onReplayOrigin) {
    ArchiveAnswer answer;
    try {
      if (!METHODS.contains(request.method())) {
        answer = ArchiveAnswer.text(405, "the past cannot be changed");
      } else if (!origins.isOurs(request.host())) {
        answer = ArchiveAnswer.text(421, "this archive does not answer to " + request.host());
      } else if (key != null && !Keys.isBrought(request::header, key)) {
        answer = Sorry.page(401, "This archive is locked", "Open its console first, with its key.");
      } else {
        answer = onReplayOrigin ? onReplay(request) : onOwn(request);
      }
    } catch (IllegalArgumentException e) {
      answer = Sorry.page(400, "This cannot be answered", String.valueOf(e.getMessage()));
    } catch (IOException | RuntimeException e) {
      answer =
          Sorry.page(500, "Something is wrong with the archive", String.valueOf(e.getMessage()));
    }
    String policy =
        onReplayOrigin
            ? answer
                .headers()
                .getOrDefault(ReplayPolicy.HEADER, ReplayPolicy.replay(origins.own(request.host())))
            : isReplay(request)
                ? ReplayPolicy.inert()
                : ReplayPolicy.own(origins.replay(request.host()));
    return answer
        .with(ReplayPolicy.HEADER, policy)
        .with("X-Content-Type-Options", onReplayOrigin ? "" : "nosniff")
        .with("X-DNS-Prefetch-Control", "off")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Referrer-Policy", onReplayOrigin ? "same-origin" : "no-referrer");
  }

  private static boolean isReplay(ArchiveRequest request) {
    ReplayTarget target = ReplayTarget.parse(request.target());
    return target != null && !target.modifier().isEmpty();
  }

  private ArchiveAnswer onReplay(ArchiveRequest request) throws IOException {
    String path = request.path();
    if (path.startsWith("/_orb/")) {
      ArchiveAnswer file = StaticFiles.answer(path);
      return file == null ? ArchiveAnswer.text(404, "no such file") : file;
    }
    ReplayTarget target = ReplayTarget.parse(request.target());
    if (target == null || target.isSpan()) {
      return lost(request);
    }
    if (request.isNavigation() && "document".equals(request.header("Sec-Fetch-Dest"))) {
      // Without the frame around it, a page could go to the live web.
      return ArchiveAnswer.redirect(
          302, origins.own(request.host()) + target.at(target.timestamp(), ""));
    }
    return replay.answer(request, target, origins.own(request.host()), true);
  }

  /** A script asked for a path of its host: the page it runs in tells which host, and when. */
  private ArchiveAnswer lost(ArchiveRequest request) {
    String referer = request.header("Referer");
    int host = referer == null ? -1 : referer.indexOf("://");
    int path = host < 0 || referer == null ? -1 : referer.indexOf('/', host + 3);
    ReplayTarget from =
        path < 0 || referer == null ? null : ReplayTarget.parse(referer.substring(path));
    WebUrl page = from == null ? null : WebUrl.parse(from.url());
    WebUrl meant = page == null ? null : WebUrl.parse(request.target(), page);
    if (from == null || meant == null) {
      return ArchiveAnswer.text(404, "not an address of the archive");
    }
    String modifier = from.modifier().equals("if_") ? "if_" : "mp_";
    return ArchiveAnswer.redirect(307, from.prefix() + from.timestamp() + modifier + "/" + meant);
  }

  private ArchiveAnswer onOwn(ArchiveRequest request) throws IOException {
    String path = request.path();
    String target = request.target();
    if (path.startsWith("/_orb/")) {
      ArchiveAnswer file = StaticFiles.answer(path);
      return file == null ? ArchiveAnswer.text(404, "no such file") : file;
    }
    if (path.startsWith("/web")) {
      return web(request, ReplayTarget.parse(target));
    }
    if (path.startsWith("/timemap")) {
      return timeMap(request, target);
    }
    if (path.startsWith("/timegate")) {
      return timeGate(request, "/web" + target.substring("/timegate".length()));
    }
    if (path.startsWith("/pages@")) {
      String name = path.substring("/pages@".length());
      return pages.list(archive.only(name), name, "", from(request), path + "?from=");
    }
    return switch (path) {
      case "/" -> pages.start();
      case "/go" -> pages.go(String.valueOf(request.parameter("q")));
      case "/list" -> list(request);
      case "/search" -> pages.search(request);
      case "/cdx", "/cdx/search/cdx" -> cdx(request);
      case "/diff" -> compare.diff(request, origins.replay(request.host()));
      case "/text" -> compare.text(request);
      case "/changes" -> compare.changes(request);
      case "/robots.txt" -> ArchiveAnswer.text(200, "User-agent: *\nDisallow: /\n");
      default -> Sorry.page(404, "There is no such page", path);
    };
  }

  private static String from(ArchiveRequest request) {
    String from = request.parameter("from");
    return from == null ? "" : from;
  }

  private @Nullable Archive chosen(ArchiveRequest request) {
    String collection = request.parameter("collection");
    return collection == null ? archive : archive.only(collection);
  }

  /** The rest of a list that began at {@code /web/*}{@code /example.org/*}. */
  private ArchiveAnswer list(ArchiveRequest request) {
    String url = request.parameter("url");
    if (url == null || !url.endsWith("*")) {
      throw new IllegalArgumentException("url=example.org/* is missing");
    }
    return pages.prefix(chosen(request), request.parameter("collection"), url, from(request));
  }

  private ArchiveAnswer cdx(ArchiveRequest request) {
    Archive chosen = chosen(request);
    if (chosen == null) {
      return ArchiveAnswer.text(404, "there is no collection " + request.parameter("collection"));
    }
    CdxQuery query = new CdxQuery(request::parameters);
    return ArchiveAnswer.lines(query.lines(chosen)).with("Content-Type", query.mediaType());
  }

  private ArchiveAnswer web(ArchiveRequest request, @Nullable ReplayTarget target)
      throws IOException {
    if (target == null || target.url().isEmpty()) {
      return ArchiveAnswer.redirect(302, "/");
    }
    Archive chosen = replay.archive(target);
    if (target.isSpan()) {
      return pages.calendar(target, chosen);
    }
    if (!target.modifier().isEmpty()) {
      // A browser goes where it can do no harm; a program gets it here.
      return request.header("Sec-Fetch-Mode") != null
          ? ArchiveAnswer.redirect(307, origins.replay(request.host()) + request.target())
          : replay.answer(request, target, origins.own(request.host()), false);
    }
    if (request.header("Accept-Datetime") != null && target.timestamp().isEmpty()) {
      return timeGate(request, request.target());
    }
    return pages
        .frame(target, chosen, origins.replay(request.host()))
        .with("Vary", "accept-datetime");
  }

  /** RFC 7089 §4.1: a 302 to the memento nearest the date asked for. */
  private ArchiveAnswer timeGate(ArchiveRequest request, String address) {
    ReplayTarget target = ReplayTarget.parse(address);
    Archive chosen = target == null ? null : replay.archive(target);
    if (target == null || chosen == null) {
      return ArchiveAnswer.text(404, "no such collection");
    }
    String date = request.header("Accept-Datetime");
    String because = chosen.notShown(target.url());
    if (because != null) {
      return Sorry.page(451, "Not shown", because);
    }
    CaptureChoice choice = new CaptureChoice(chosen, FuzzyRules.of(List.of()));
    ArchivedCapture capture =
        choice.nearest(
            target.url(), date == null ? Archive.END_OF_TIME : MementoLinks.parseDate(date));
    if (capture == null) {
      return ArchiveAnswer.text(404, target.url() + " was never captured here");
    }
    // Prefer (a proposal of Memento's authors) chooses between the page as it was and as it works.
    String prefer = String.valueOf(request.header("Prefer"));
    String modifier = prefer.contains("original-content") ? "id_" : "mp_";
    String self = origins.own(request.host());
    ArchiveAnswer answer =
        ArchiveAnswer.redirect(
            302, self + target.prefix() + capture.timestamp() + modifier + "/" + capture.url());
    if (request.header("Prefer") != null) {
      answer.with("Preference-Applied", modifier.equals("id_") ? "original-content" : "rewritten");
    }
    return answer
        .with("Vary", "accept-datetime, prefer")
        .with("Link", MementoLinks.header(self, target.prefix(), capture));
  }

  private ArchiveAnswer timeMap(ArchiveRequest request, String path) {
    // /timemap[@collection]/FORMAT/URL
    int slash = path.indexOf('/', 1);
    int end = slash < 0 ? -1 : path.indexOf('/', slash + 1);
    if (end < 0) {
      return ArchiveAnswer.text(404, "a TimeMap is at /timemap/link/ADDRESS");
    }
    String format = path.substring(slash + 1, end);
    ReplayTarget target =
        ReplayTarget.parse(
            "/web" + path.substring("/timemap".length(), slash) + path.substring(end));
    Archive chosen = target == null ? null : replay.archive(target);
    if (target == null || chosen == null) {
      return ArchiveAnswer.text(404, "no such collection");
    }
    String surt = CaptureChoice.surt(target.url());
    List<ArchivedCapture> captures =
        chosen.notShown(target.url()) != null
            ? List.of()
            : chosen.all(surt, Archive.DAWN, Archive.END_OF_TIME, MOST_MEMENTOS);
    if (captures.isEmpty()) {
      return ArchiveAnswer.text(404, target.url() + " was never captured here");
    }
    String self = origins.own(request.host());
    String text = new TimeMap(self, target.prefix(), target.url(), captures).write(format);
    return ArchiveAnswer.text(200, text).with("Content-Type", TimeMap.mediaType(format));
  }
}
