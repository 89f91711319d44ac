package org.orbweaver.web.frontier;

import java.util.List;
import org.orbweaver.web.visit.Discovery;

/**
 * What became of a turn, for the next commit.
 *
 * @param links found on the page, those in scope
 * @param changed the page is new or not what it was
 * @param bytes received
 */
public record SettledVisit(
    HostTurn turn, Kind kind, List<Discovery> links, boolean changed, long bytes) {
  /** How a turn can end. */
  public enum Kind {
    /** A response was recorded. */
    FETCHED,
    /** Given up. */
    FAILED,
    /** To be tried again. */
    RETRY,
    /** Not to be fetched: robots.txt, scope. */
    SKIPPED
  }

  public SettledVisit {
    links = List.copyOf(links);
  }
}
