package org.orbweaver.web.visit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.PostBody;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.links.LinkKind;
import org.orbweaver.fetch.render.Answer;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.render.Wanted;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The links that scripts make. What a page asks for while it is rendered comes from the archive if
 * it is there; else, if it lies on the page's own host, it is fetched within the page's turn, with
 * the host's pause before it and its robots.txt kept to, and archived. Other hosts are not asked:
 * their turn is not ours. What such a page lacks is there when it is rendered in the next round,
 * for its scripts and styles are captured like all requisites.
 */
final class Rendering {
  private static final int MOST_REMEMBERED = 100_000;
  private static final int LARGEST = 8 << 20;
  private static final String RESTLESS =
      "its scripts had no rest within --render-budget and were stopped: links they make may be"
          + " missing";

  private final Renderer renderer;
  private final VisitParts parts;

  /** Fetched for a page of this run, and not to be fetched again in their own turns. */
  private final Set<Fingerprint> fetched =
      Collections.newSetFromMap(
          Collections.synchronizedMap(
              new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Fingerprint, Boolean> eldest) {
                  return size() > MOST_REMEMBERED;
                }
              }));

  Rendering(Renderer renderer, VisitParts parts) {
    this.renderer = renderer;
    this.parts = parts;
  }

  /** Takes what was fetched for a page. */
  interface Keeper {
    /** Returns whether it need not be fetched again. */
    boolean keep(Exchange exchange) throws IOException, InterruptedException;
  }

  boolean hasFetched(WebUrl url) {
    return fetched.contains(Fingerprint.of(url));
  }

  /**
   * @param allowed by robots.txt
   * @return what the page links to beyond what it was sent with
   * @throws IOException if its scripts could not be run: links may be missing
   */
  List<Link> links(
      Target page,
      ConditionalFetch.FetchedPage visited,
      VisitTurn turn,
      Predicate<WebUrl> allowed,
      Keeper keeper)
      throws IOException, InterruptedException {
    Response response = visited.exchange().response();
    String type = response.headers().first("Content-Type").orElse("");
    if (response.status() != 200 || !type.contains("html")) {
      return List.of();
    }
    byte[] body = ContentDecoding.decode(response, LARGEST);
    if (!new String(body, StandardCharsets.ISO_8859_1).contains("<script")) {
      return List.of();
    }
    Answer sent = new Answer(200, response.headers().byName(), body);
    Renderer.@Nullable Rendered rendered =
        renderer.render(
            page.url().toString(),
            sent,
            wanted -> source(wanted, page.url(), turn, allowed, keeper));
    if (rendered == null) {
      throw new IOException("the browser could make nothing of it");
    }
    if (rendered.overBudget()) {
      turn.missed(RESTLESS, page);
    }
    for (Renderer.View view : rendered.views()) {
      turn.keep(parts.store().sealView(page.url(), visited.exchange().at(), view));
    }
    return beyond(visited, page.url(), rendered);
  }

  private @Nullable Answer source(
      Wanted wanted, WebUrl page, VisitTurn turn, Predicate<WebUrl> allowed, Keeper keeper)
      throws IOException, InterruptedException {
    WebUrl parsed = WebUrl.parse(wanted.url());
    if (parsed == null) {
      return null;
    }
    WebUrl url = Canonical.spelled(parsed);
    byte[] body = wanted.body();
    PageRequest request =
        body == null
            ? PageRequest.of(url)
            : PageRequest.posting(url, new PostBody(body, wanted.type()));
    try (InputStream stored = parts.store().stored(request.archivedAs())) {
      if (stored != null) {
        try (Response response = Response.stored(stored, Response.ANY_SIZE)) {
          return answer(response);
        }
      }
    }
    if (!url.authority().equals(page.authority()) || !allowed.test(url)) {
      return null;
    }
    if (!turn.allowsAnother()) {
      return null;
    }
    parts.pause().nanos(turn.host().pauseWithinTurn());
    try (Exchange exchange = parts.fetcher().fetch(request, turn.address())) {
      if (keeper.keep(exchange) && body == null) {
        fetched.add(Fingerprint.of(url));
      }
      return answer(exchange.response());
    } catch (FetchFailure e) {
      return null;
    }
  }

  private static Answer answer(Response response) {
    return new Answer(
        response.status(), response.headers().byName(), ContentDecoding.decode(response, LARGEST));
  }

  private static void add(List<Link> made, String address, LinkKind kind) {
    WebUrl url = WebUrl.parse(address);
    if (url != null) {
      made.add(new Link(Canonical.spelled(url), kind, false));
    }
  }

  private static List<Link> beyond(
      ConditionalFetch.FetchedPage visited, WebUrl page, Renderer.Rendered rendered) {
    List<Link> made = new ArrayList<>();
    for (Renderer.Document document : rendered.documents()) {
      WebUrl url = WebUrl.parse(document.url());
      byte[] html = document.html().getBytes(StandardCharsets.UTF_8);
      made.addAll(
          LinkExtractor.extract(url == null ? page : url, "text/html; charset=utf-8", null, html)
              .links());
    }
    rendered.wentTo().forEach(address -> add(made, address, LinkKind.REDIRECT));
    rendered.made().forEach(address -> add(made, address, LinkKind.NAVIGATION));
    Set<WebUrl> known = new HashSet<>();
    visited.links().links().forEach(link -> known.add(link.url()));
    made.removeIf(link -> known.contains(link.url()));
    return made;
  }
}
