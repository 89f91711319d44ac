package org.orbweaver.app.trust;

import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.VouchedCapture;

/**
 * How links follow from the bytes of an unrendered page. Whoever changes what {@link LinkExtractor}
 * finds gives the rule a new version: else honest peers of two releases would convict each other.
 */
public final class LinkRule implements Proof.Extraction {
  public static final int VERSION = 1;

  @Override
  public byte @Nullable [] links(int version, String address, byte[] page) {
    WebUrl url = WebUrl.parse(address);
    if (version != VERSION || url == null) {
      return null;
    }
    return VouchedCapture.links(
        LinkExtractor.extract(url, "text/html", null, page).links().stream()
            .map(link -> link.url().toString())
            .toList());
  }
}
