package org.orbweaver.console.archive;

import org.jspecify.annotations.Nullable;
import org.orbweaver.console.LoopbackName;

/**
 * By which names the archive is known. On the loopback address only the loopback host's names are
 * answered: else any page in the user's browser could have its own name resolve to 127.0.0.1 and
 * read the archive (DNS rebinding).
 *
 * @param replayName the replay origin's full name, if a proxy stands before us
 */
record Origins(int ownPort, int replayPort, boolean loopback, @Nullable String replayName) {
  boolean isOurs(String host) {
    return !loopback || LoopbackName.is(host);
  }

  private static String name(String host) {
    return host.replaceFirst(":\\d+$", "");
  }

  String own(String host) {
    return "http://" + name(host) + ":" + ownPort;
  }

  String replay(String host) {
    return replayName != null ? replayName : "http://" + name(host) + ":" + replayPort;
  }
}
