package org.orbweaver.app.up;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tells systemd how a service is: ready, reloading, stopping. It listens at a datagram socket of
 * the file system, which Java cannot speak to, so its own small program does; hence
 * NotifyAccess=all.
 */
public final class SystemdNotice {
  private static final String SOCKET = "NOTIFY_SOCKET";
  private static final int PATIENCE_SECONDS = 5;

  private SystemdNotice() {}

  /** The service can be used. */
  public static void ready() {
    tell("--ready");
  }

  /** The service is about to end. */
  public static void stopping() {
    tell("STOPPING=1");
  }

  private static void tell(String what) {
    if (System.getenv(SOCKET) == null) {
      return; // nobody listens
    }
    try {
      Process told =
          new ProcessBuilder(List.of("systemd-notify", what))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!told.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        told.destroyForcibly();
      }
    } catch (IOException e) {
      // Without that program systemd waits until its own patience ends, and says so.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
