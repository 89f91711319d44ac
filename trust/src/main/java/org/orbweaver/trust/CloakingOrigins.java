package org.orbweaver.trust;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The sites' part in it. An origin over which authors of three networks are contradicted is held to
 * serve different things to different people: what juries saw there counts against nobody any more.
 * So a cloaking origin can be used against two authors at most.
 */
public final class CloakingOrigins {
  private static final int AUTHORS = 3;

  private final Map<Long, Set<Long>> contradicted = new HashMap<>();

  public void add(JuryVerdict verdict) {
    if (verdict.outcome() == JuryOutcome.UPHELD) {
      contradicted
          .computeIfAbsent(verdict.origin(), origin -> new HashSet<>())
          .add(verdict.subjectNetwork());
    }
  }

  public boolean isInconsistent(long origin) {
    return contradicted.getOrDefault(origin, Set.of()).size() >= AUTHORS;
  }
}
