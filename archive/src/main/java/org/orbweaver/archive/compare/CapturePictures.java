package org.orbweaver.archive.compare;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.render.Answer;
import org.orbweaver.fetch.render.Chromium;

/**
 * What captures looked like. The browser has no way to the network: whatever a page asks for comes
 * out of the archive, from the page's own time.
 */
public final class CapturePictures {
  private static final int MOST_DECODED = 64 << 20;

  private final Chromium browser;
  private final CaptureChoice choice;

  public CapturePictures(Chromium browser, CaptureChoice choice) {
    this.browser = browser;
    this.choice = choice;
  }

  /** PNG; null if the browser could make nothing of it. */
  public byte @Nullable [] of(ArchivedCapture capture) throws IOException, InterruptedException {
    return browser.picture(
        capture.url(),
        answer(capture),
        url -> {
          boolean blocked = choice.archive().access().blocked(CaptureChoice.surt(url)) != null;
          ArchivedCapture needed = blocked ? null : choice.requisite(url, capture.at());
          return needed == null ? null : answer(needed);
        });
  }

  private static Answer answer(ArchivedCapture capture) throws IOException {
    try (Response response = capture.open()) {
      return new Answer(
          response.status(),
          response.headers().byName(),
          ContentDecoding.decode(response, MOST_DECODED));
    }
  }
}
