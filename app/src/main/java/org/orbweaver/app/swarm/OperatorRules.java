package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.archive.LiveRules;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.overlay.node.RefusalFigures;

/**
 * What a peer does not fetch, hold or show: by its operator's rules ({@code access.txt}), and by
 * takedowns of the owners of crawls. What was refused is counted, with an example of each reason.
 */
final class OperatorRules implements AutoCloseable {
  private final LiveRules own;
  private final KnownTakedowns takedowns;
  private final Troubles refused = new Troubles();

  private OperatorRules(LiveRules own, KnownTakedowns takedowns) {
    this.own = own;
    this.takedowns = takedowns;
  }

  static OperatorRules of(Path data, KnownTakedowns takedowns) throws IOException {
    return new OperatorRules(LiveRules.of(new Holdings(data, warning -> {})), takedowns);
  }

  AccessRules access() {
    return own.get();
  }

  void readAgain() throws IOException {
    own.readAgain();
  }

  /** Why something is not done here; null if it is. What is refused is counted. */
  @Nullable String refusal(Act act, RuleSubject page) {
    String because = own.get().refusal(act, page);
    if (because != null) {
      refused.count("not " + done(act) + ": " + because, page.url());
    }
    return because;
  }

  private static String done(Act act) {
    return switch (act) {
      case FETCH -> "fetched";
      case HOLD -> "held";
      case SHOW -> "shown";
    };
  }

  KnownTakedowns takedowns() {
    return takedowns;
  }

  PeerStatus.Refusals view(RefusalFigures figures) {
    return new PeerStatus.Refusals(own.get().lines(), takedowns.all(), refused.all(), figures);
  }

  @Override
  public void close() {
    takedowns.close();
  }
}
