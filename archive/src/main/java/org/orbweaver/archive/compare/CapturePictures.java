package org.orbweaver.archive.compare;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.render.Answer;
import org.orbweaver.fetch.render.Renderer;

/**
 * What captures looked like. The browser has no way to the network: whatever a page asks for comes
 * out of the archive, from the page's own time.
 */
public final class CapturePictures {
  /** What a renderer must keep of pages for this. */
  public static final String VIEW = "fullPage";

  private static final int MOST_DECODED = 64 << 20;

  private final Renderer browser;
  private final CaptureChoice choice;

  public CapturePictures(Renderer browser, CaptureChoice choice) {
    this.browser = browser;
    this.choice = choice;
  }

  /** PNG; null if the browser could make nothing of it. */
  public byte @Nullable [] of(ArchivedCapture capture) throws IOException, InterruptedException {
    Renderer.Rendered rendered =
        browser.render(
            capture.url(),
            answer(capture),
            wanted -> {
              String url = wanted.url();
              boolean blocked = choice.archive().notShown(url) != null;
              ArchivedCapture needed = blocked ? null : choice.requisite(url, capture.at());
              return needed == null ? null : answer(needed);
            });
    return rendered == null
        ? null
        : rendered.views().stream()
            .filter(view -> view.kind().equals(VIEW))
            .map(Renderer.View::bytes)
            .findFirst()
            .orElse(null);
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
