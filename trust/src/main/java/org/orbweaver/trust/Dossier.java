package org.orbweaver.trust;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one peer: what it did, what juries found, how its own accusations ended. It
 * only grows, so two readers that join what they have say the same; standing and rights are
 * computed from it for a period, and what is too old counts no more.
 */
public final class Dossier {
  /** Two origins on two networks: its new work is not wanted until the old has been looked at. */
  public static final int RELIEVED_AT = 2;

  /**
   * CloakingOrigins on so many different networks must contradict a peer before testimony excludes
   * it.
   *
   * <p>An origin may be the attacker's and serve its victim something else, which no jury can see.
   * An attacker with an origin network for each of its peers, share a of all, can thus exclude a /
   * (1 − a) / 82 of the honest and no more: 0.5 % at 30 %, 1.0 % at 45 %.
   */
  public static final int EXCLUDED_AT = 82;

  /**
   * A second look at all that a relieved peer brought clears it if so few further origins
   * contradict it: pages change, and a few origins may be the attacker's.
   */
  public static final int CLEARED_BELOW = 8;

  private static final int MOST_OVERRULED = 2;
  private static final int MOST_HUNG = 6;

  /** By origin, when a jury last contradicted it there. */
  private final Map<Long, Period> contradicted = new HashMap<>();

  private final FadingCount verified = new FadingCount();
  private final FadingCount overruled = new FadingCount();
  private final FadingCount hung = new FadingCount();
  private final FadingCount upheld = new FadingCount();
  private @Nullable Period proven;
  private @Nullable Period clearedAt;
  private @Nullable Period doubtedBefore;
  private boolean onParole;
  private int sinceContradicted;

  /** Somebody proved that it lied, and anybody can check it again. */
  public void proven(Period period) {
    proven = proven == null || period.compareTo(proven) > 0 ? period : proven;
  }

  /** Captures of it were fetched again by others, who found the same. */
  public void verified(Period period, int captures) {
    verified.add(period, captures);
    sinceContradicted += captures;
  }

  public void judged(JuryVerdict verdict) {
    if (verdict.outcome() == JuryOutcome.UPHELD) {
      contradicted.merge(verdict.origin(), verdict.period(), (a, b) -> a.compareTo(b) > 0 ? a : b);
      sinceContradicted = 0;
    }
  }

  /** An accusation of its own was decided. */
  public void accused(JuryVerdict verdict) {
    FadingCount of =
        switch (verdict.outcome()) {
          case UPHELD -> upheld;
          case OVERRULED -> overruled;
          case HUNG -> hung;
        };
    of.add(verdict.period(), 1);
  }

  /**
   * All that it brought was fetched again, and fewer than {@link #CLEARED_BELOW} further origins
   * contradicted it: it works again, and what was found before does not relieve it a second time.
   */
  public void cleared(Period period) {
    clearedAt = period;
    onParole = false;
  }

  /**
   * More was found than that: it may work again, and the next contradiction relieves it. What it
   * brought before stays disputed as a whole: some of it only its friends have looked at.
   */
  public void paroled(Period period) {
    clearedAt = period;
    doubtedBefore = period;
    onParole = true;
  }

  /** Whether it works again though much was found: all that it brings is looked at. */
  public boolean isOnParole() {
    return onParole;
  }

  /** What it did before this is disputed, whatever its standing is now; null if nothing is. */
  public @Nullable Period doubtedBefore() {
    return doubtedBefore;
  }

  public Standing standing(Period now, CloakingOrigins origins) {
    int contested = contested(now, origins, false);
    if (proven != null && now.since(proven) < Period.PROOF_LASTS) {
      return new Standing.Excluded(Standing.Ground.PROOF, contested);
    }
    if (contested >= EXCLUDED_AT) {
      return new Standing.Excluded(Standing.Ground.TESTIMONY, contested);
    }
    if (contested(now, origins, true) >= (onParole ? 1 : RELIEVED_AT)) {
      return new Standing.Relieved(contested);
    }
    return new Standing.Member(verified.sum(now));
  }

  /** At how many origins it is contradicted, within the time that testimony lasts. */
  public int contested(Period now, CloakingOrigins origins) {
    return contested(now, origins, false);
  }

  private int contested(Period now, CloakingOrigins origins, boolean sinceCleared) {
    int count = 0;
    for (Map.Entry<Long, Period> each : contradicted.entrySet()) {
      Period when = each.getValue();
      boolean counts =
          now.since(when) < Period.TESTIMONY_LASTS
              && !(sinceCleared && clearedAt != null && when.compareTo(clearedAt) <= 0);
      count += counts && !origins.isInconsistent(each.getKey()) ? 1 : 0;
    }
    return count;
  }

  public boolean isContradictedAt(long origin) {
    return contradicted.containsKey(origin);
  }

  /** Who was overruled twice, or brought nothing but what no jury could decide, is not heard. */
  public boolean mayAccuse(Period now) {
    return overruled.sum(now) < MOST_OVERRULED
        && (hung.sum(now) < MOST_HUNG || upheld.sum(now) > 0);
  }

  /** Good captures since the last that a jury contradicted: what {@link Checking} goes by. */
  public int sinceContradicted() {
    return sinceContradicted;
  }

  public int verified(Period now) {
    return verified.sum(now);
  }
}
