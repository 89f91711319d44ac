package org.orbweaver.overlay.node;

import java.util.List;

/**
 * What clients do for a peer.
 *
 * @param lent tasks that they have now
 * @param clients how many clients have some
 * @param waiting tasks brought that do not count yet, because none of their lot was looked at
 * @param brought tasks that count, since the start
 * @param lookedAt pages that were fetched here, too, to compare
 * @param thrownAway results that do not count and never will
 * @param barred who brought false pages, a sentence each
 */
public record LendingFigures(
    int lent,
    int clients,
    int waiting,
    long brought,
    long lookedAt,
    long thrownAway,
    List<String> barred) {
  public LendingFigures {
    barred = List.copyOf(barred);
  }
}
