package org.orbweaver.web.visit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.Sha1Digest;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.links.LinkLimits;
import org.orbweaver.fetch.links.PageLinks;
import org.orbweaver.fetch.url.WebUrl;

/**
 * One page fetched, compared with its last capture and read for links. An unchanged page, whether
 * the server says so (304) or its digest does, has no links to report; of a changed one only those
 * that its last capture had not (Herodotus §4.7.3). Where a redirect leads is in no body: it is
 * unchanged only if it leads where it led.
 */
final class ConditionalFetch {
  private final CaptureStore store;
  private final LinkLimits limits;

  ConditionalFetch(CaptureStore store, LinkLimits limits) {
    this.store = store;
    this.limits = limits;
  }

  /** How the server is asked. */
  interface Asking {
    Exchange ask(PageRequest request) throws FetchFailure, InterruptedException;
  }

  /**
   * What came of it; must be closed.
   *
   * @param links all that the page has, for its capture
   * @param newLinks those that are news
   */
  @SuppressWarnings("ArrayRecordComponent") // a digest on its way
  record FetchedPage(
      Exchange exchange,
      byte[] digest,
      PageLinks links,
      List<Link> newLinks,
      @Nullable LastCapture known,
      boolean changed)
      implements AutoCloseable {
    @Override
    public void close() {
      exchange.close();
    }
  }

  /**
   * @param earlier the page as it was captured last; null if it never was
   */
  FetchedPage fetch(WebUrl url, @Nullable EarlierCapture earlier, Asking server)
      throws IOException, InterruptedException {
    LastCapture known = earlier == null ? null : earlier.known();
    PageRequest request =
        known == null
            ? PageRequest.of(url)
            : new PageRequest(url, known.etag(), known.lastModified());
    Exchange exchange = server.ask(request);
    byte[] digest = digest(exchange.response());
    boolean same = known != null && Arrays.equals(digest, known.digest());
    boolean redirect = exchange.status() > 300 && exchange.status() < 400;
    if (known != null && exchange.status() == 304 || same && !redirect) {
      return new FetchedPage(exchange, digest, PageLinks.NONE, List.of(), known, false);
    }
    PageLinks links = LinkExtractor.extract(url, exchange.response(), limits);
    List<Link> news = earlier == null ? links.links() : newLinks(url, links, earlier);
    return new FetchedPage(exchange, digest, links, news, known, !same || !news.isEmpty());
  }

  private List<Link> newLinks(WebUrl url, PageLinks links, EarlierCapture earlier)
      throws IOException, InterruptedException {
    Set<WebUrl> before = new HashSet<>();
    links(url, earlier.response()).forEach(link -> before.add(link.url()));
    return links.links().stream().filter(link -> !before.contains(link.url())).toList();
  }

  /** Those of its last capture. */
  List<Link> storedLinks(WebUrl url) throws IOException {
    return links(url, store.stored(url));
  }

  private List<Link> links(WebUrl url, @Nullable InputStream response) throws IOException {
    try (InputStream stored = response) {
      if (stored == null) {
        return List.of();
      }
      try (Response read = Response.stored(stored, Response.ANY_SIZE)) {
        return LinkExtractor.extract(url, read, limits).links();
      }
    }
  }

  static byte[] digest(Response response) throws IOException {
    ByteBuffer whole = response.chunked() ? null : response.recording().whole();
    if (whole != null) {
      MessageDigest sha1 = Sha1Digest.create();
      sha1.update(whole.position(response.headLength()));
      return sha1.digest();
    }
    try (InputStream payload = response.payload()) {
      return Sha1Digest.of(payload);
    }
  }
}
