package org.orbweaver.console.up;

import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.function.Supplier;
import org.orbweaver.console.Viewers;

/**
 * Tells open pages when something has changed; they fetch it themselves. Looks once a second, and
 * only while somebody does.
 */
final class ChangeFeed {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Supplier<String> state;
  private final Viewers viewers = new Viewers();
  private final Thread heart;
  private int known;

  /**
   * @param state everything that is shown, as text
   */
  ChangeFeed(Supplier<String> state) {
    this.state = state;
    this.heart = Thread.ofVirtual().name("change-feed").start(this::look);
  }

  void join(SseClient viewer) {
    viewers.join(viewer);
  }

  private void look() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(LOOK);
        if (!viewers.isEmpty() && hasChanged()) {
          viewers.tell("changed", "look again");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean hasChanged() {
    try {
      int now = state.get().hashCode();
      boolean changed = now != known;
      known = now;
      return changed;
    } catch (RuntimeException e) {
      return false; // the peer is too busy to be asked, or ends: looked at again in a second
    }
  }

  void stop() {
    heart.interrupt();
    viewers.close();
  }
}
