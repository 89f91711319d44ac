package org.orbweaver.overlay.node;

import java.util.List;

/**
 * What a client does for the swarm.
 *
 * @param most tasks that it runs at once
 * @param running now
 * @param brought tasks that it did and members took, since the start
 * @param members for how many members
 * @param inVain tasks that it was lent and that came to nothing, or too late
 * @param objections why members lend it nothing, a sentence each
 */
public record ShareFigures(
    int most, int running, long brought, int members, long inVain, List<String> objections) {
  public ShareFigures {
    objections = List.copyOf(objections);
  }
}
