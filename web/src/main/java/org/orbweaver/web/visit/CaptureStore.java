package org.orbweaver.web.visit;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Where captures go, and what is known of earlier ones: the seam between fetching and archiving.
 * {@link #known}, {@link #stored} and {@link #seal} are called by many threads, {@link #append} and
 * {@link #commit} by one.
 */
public interface CaptureStore {
  /** The latest capture of a page; null if there is none. */
  @Nullable LastCapture known(WebUrl url) throws IOException;

  /** The latest capture's HTTP response as it was received; null if it cannot be had. */
  @Nullable InputStream stored(WebUrl url) throws IOException;

  /** The same as one; null if there is none. */
  default @Nullable EarlierCapture earlier(WebUrl url) throws IOException {
    LastCapture known = known(url);
    return known == null
        ? null
        : new EarlierCapture() {
          @Override
          public LastCapture known() {
            return known;
          }

          @Override
          public @Nullable InputStream response() throws IOException {
            return stored(url);
          }
        };
  }

  /** Makes the capture ready to be appended: all the work that needs no order. */
  Sealed seal(Capture capture) throws IOException;

  /** The same for how a page looked. */
  Sealed sealView(WebUrl page, Instant at, Renderer.View view) throws IOException;

  /** Adds it to the archive; nothing is promised before the next commit. */
  void append(Sealed capture) throws IOException;

  /** Makes everything appended durable; returns a mark to which the store can be cut back. */
  String commit() throws IOException;

  /** All pages of this round have been appended. */
  void endRound(int round) throws IOException;

  /** A capture in its final form. */
  interface Sealed extends AutoCloseable {
    /** Bytes it holds, for limits. */
    long size();

    @Override
    void close();
  }
}
