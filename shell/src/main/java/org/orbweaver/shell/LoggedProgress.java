package org.orbweaver.shell;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.orbweaver.app.Progress;

/**
 * A line now and then for who reads a log and does not watch: an hour of silence looks the same at
 * its beginning, at its end and after a hang. The first after ten seconds, then more and more
 * rarely, once a minute in the end.
 */
final class LoggedProgress implements Progress {
  private static final long FIRST = Duration.ofSeconds(10).toNanos();
  private static final long RAREST = Duration.ofMinutes(1).toNanos();

  private final PrintWriter err;
  private final LongSupplier nanos;
  private long toldAt;
  private long pause = FIRST;

  LoggedProgress(PrintWriter err, LongSupplier nanos) {
    this.err = err;
    this.nanos = nanos;
    this.toldAt = nanos.getAsLong();
  }

  @Override
  public void at(double share, String what) {
    long now = nanos.getAsLong();
    if (now - toldAt < pause) {
      return;
    }
    toldAt = now;
    pause = Math.min(2 * pause, RAREST);
    err.printf(Locale.ROOT, "orb: %.0f %%  %s%n", 100 * Math.clamp(share, 0, 1), what);
    err.flush();
  }

  @Override
  public void close() {}
}
