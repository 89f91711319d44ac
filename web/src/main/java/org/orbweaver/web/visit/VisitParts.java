package org.orbweaver.web.visit;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.session.WebSession;

/**
 * What visits need; whoever wires it also closes it.
 *
 * @param clock for dates
 * @param time nanoseconds since the epoch, for pauses
 * @param session with the servers: cookies come and go by it
 * @param renderer runs the scripts of pages that have any; null to leave them alone
 */
public record VisitParts(
    Fetcher fetcher,
    Names names,
    CaptureStore store,
    InstantSource clock,
    LongSupplier time,
    Pause pause,
    WebSession session,
    @Nullable Renderer renderer) {
  /** Nanoseconds since the epoch. */
  public long nanos() {
    return time.getAsLong();
  }
}
