package org.orbweaver.shell;

import java.io.PrintWriter;
import java.util.Locale;
import org.orbweaver.app.Progress;

/** One line on a terminal, rewritten at most ten times a second. */
public final class TerminalProgress implements Progress {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 100_000_000;

  private final PrintWriter err;
  private final long startedAt = System.nanoTime();
  private long drawnAt = startedAt - REDRAW_NANOS;

  public TerminalProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void at(double share, String what) {
    long now = System.nanoTime();
    if (now - drawnAt < REDRAW_NANOS && share < 1) {
      return;
    }
    drawnAt = now;
    double bounded = Math.clamp(share, 0, 1);
    int filled = (int) (bounded * WIDTH);
    err.printf(
        "\r\033[K%s%s %3.0f %%  %s%s",
        "█".repeat(filled), "░".repeat(WIDTH - filled), 100 * bounded, what, left(bounded, now));
    err.flush();
  }

  private String left(double share, long now) {
    double spent = (now - startedAt) / 1e9;
    if (share < 0.02 || share >= 1 || spent < 2) {
      return "";
    }
    long seconds = Math.round(spent * (1 - share) / share);
    return String.format(Locale.ROOT, "  %d:%02d left", seconds / 60, seconds % 60);
  }

  @Override
  public void close() {
    err.print("\r\033[K");
    err.flush();
  }
}
