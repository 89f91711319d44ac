package org.orbweaver.sim.world;

/** When each torrent is born and when its last peer leaves, drawn by {@link Turnover}. */
final class Lifespans {
  private final Turnover turnover;
  private final double oldShare;
  private final long seed;

  /**
   * @param alive how many there are at any time
   */
  Lifespans(long worldSeed, int alive, Turnover turnover) {
    this.turnover = turnover;
    this.oldShare = (double) alive / Math.max(1, turnover.total(alive));
    this.seed = Mix.seedFor(worldSeed, "lifespans");
  }

  /** Long ago for those that are there from the beginning. */
  long bornAt(int torrent) {
    double lot = Mix.unit(Mix.hash(seed, torrent));
    if (turnover.isNone() || lot < oldShare) {
      return Long.MIN_VALUE;
    }
    return turnover.from() + (long) ((lot - oldShare) / (1 - oldShare) * turnover.span().toNanos());
  }

  long diesAt(int torrent) {
    if (turnover.isNone()) {
      return Long.MAX_VALUE;
    }
    double lives = -StrictMath.log(1 - Mix.unit(Mix.hash(seed, torrent, 1)));
    return Math.max(bornAt(torrent), turnover.from()) + (long) (lives * turnover.life().toNanos());
  }

  boolean isAlive(int torrent, long now) {
    return turnover.isNone() || bornAt(torrent) <= now && now < diesAt(torrent);
  }
}
