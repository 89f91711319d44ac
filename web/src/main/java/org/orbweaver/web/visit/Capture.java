package org.orbweaver.web.visit;

import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.links.PageLinks;

/**
 * A response to be kept.
 *
 * @param digest SHA-1 of the payload
 * @param known the capture before, if there is one
 * @param depth clicks from a seed, or −1 for what nobody clicks (robots.txt)
 * @param trail how it was come by
 * @param round of the crawl
 */
@SuppressWarnings("ArrayRecordComponent") // a digest on its way
public record Capture(
    Exchange exchange,
    byte[] digest,
    PageLinks links,
    @Nullable LastCapture known,
    int depth,
    Trail trail,
    int round) {
  /** The server said that nothing changed. */
  public boolean notModified() {
    return exchange.status() == 304 && known != null;
  }
}
