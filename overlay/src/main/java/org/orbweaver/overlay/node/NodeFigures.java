package org.orbweaver.overlay.node;

/**
 * A peer's work in numbers.
 *
 * @param openTasks guarded here and not processed
 * @param openLinks not acknowledged yet
 * @param owed entries on their way to other holders
 * @param owedPieces pieces of results on their way to other holders
 * @param failed of the processed, those that could not be done
 * @param linksSent links that left for other peers, retries included
 * @param batchesSent messages in which they left
 * @param linksKept links that stayed here
 * @param linksSuppressed links not sent because they were acknowledged before
 * @param linksSentOn links sent on because the part of their host that they came to was full
 * @param linksUntaken links whose owner has not taken them for minutes, so that the pages they were
 *     found on were finished without
 * @param unbelieved entries that came from somebody who may not say so
 * @param namesCopied names of pages in full parts, copied to parts that follow
 */
public record NodeFigures(
    int openTasks,
    int openLinks,
    int owed,
    int owedPieces,
    long started,
    long processed,
    long failed,
    long linksSent,
    long batchesSent,
    long linksKept,
    long linksSuppressed,
    long linksSentOn,
    long linksUntaken,
    long namesCopied,
    long unbelieved) {
  /** Nothing left to do that this peer knows of. */
  public boolean isIdle() {
    return openTasks == 0 && openLinks == 0 && owed == 0 && owedPieces == 0;
  }
}
