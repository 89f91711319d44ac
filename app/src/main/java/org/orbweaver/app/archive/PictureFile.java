package org.orbweaver.app.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.orbweaver.archive.compare.CapturePictures;
import org.orbweaver.archive.compare.PictureDiff;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.fetch.render.Renderer;

/** A page at two times as one picture: side by side, and what differs in red. */
public final class PictureFile {
  private final Path target;
  private final Browser browser;

  public PictureFile(Path target, Browser browser) {
    this.target = target;
    this.browser =
        new Browser(
            browser.program(),
            browser.sandboxed(),
            browser.budget(),
            Set.of(CapturePictures.VIEW),
            browser.profile());
  }

  public record Report(String one, String other, long pixels, long different, String picture) {}

  public Report write(Archive archive, String address, Instant one, Instant other)
      throws IOException, InterruptedException {
    ArchivedCapture before = Holdings.captured(archive, address, one);
    ArchivedCapture after = Holdings.captured(archive, address, other);
    try (Renderer renderer = browser.start()) {
      CapturePictures pictures =
          new CapturePictures(renderer, new CaptureChoice(archive, FuzzyRules.usual()));
      byte[] left = pictures.of(before);
      byte[] right = pictures.of(after);
      if (left == null || right == null) {
        throw new IOException("the browser could not show " + address);
      }
      PictureDiff diff = PictureDiff.of(left, right);
      Files.write(target, diff.sideBySide());
      return new Report(
          before.timestamp(),
          after.timestamp(),
          diff.pixels(),
          diff.different(),
          target.toString());
    }
  }
}
