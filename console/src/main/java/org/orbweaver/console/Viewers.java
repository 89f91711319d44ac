package org.orbweaver.console;

import io.javalin.http.sse.SseClient;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Open pages that are told what happens, at most {@value #MOST}; who comes later is turned away.
 */
public final class Viewers {
  private static final int MOST = 64;

  private final Queue<SseClient> all = new ConcurrentLinkedQueue<>();

  public Viewers() {}

  /** False if there are too many. */
  public boolean join(SseClient viewer) {
    if (all.size() >= MOST) {
      viewer.sendEvent("full", "too many viewers");
      viewer.close();
      return false;
    }
    viewer.keepAlive();
    viewer.onClose(() -> all.remove(viewer));
    all.add(viewer);
    return true;
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public void tell(String event, String data) {
    all.forEach(viewer -> viewer.sendEvent(event, data));
  }

  public void close() {
    all.forEach(SseClient::close);
  }
}
