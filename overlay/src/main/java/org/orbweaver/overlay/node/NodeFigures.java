package org.orbweaver.overlay.node;

/**
 * A peer's work in numbers.
 *
 * @param openTasks guarded here and not processed
 * @param openLinks not acknowledged yet
 * @param owed entries on their way to other holders
 * @param linksSent links that left for other peers, retries included
 * @param linksKept links that stayed here
 * @param linksSuppressed links not sent because they were acknowledged before
 * @param linksMoved links sent on because their host had been split
 * @param entriesMoved entries handed on by splits
 */
public record NodeFigures(
    int openTasks,
    int openLinks,
    int owed,
    long started,
    long processed,
    long linksSent,
    long linksKept,
    long linksSuppressed,
    long linksMoved,
    long entriesMoved) {
  /** Nothing left to do that this peer knows of. */
  public boolean isIdle() {
    return openTasks == 0 && openLinks == 0 && owed == 0;
  }
}
