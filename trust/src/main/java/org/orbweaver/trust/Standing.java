package org.orbweaver.trust;

/** What follows for a peer from all that is known of it. Computed, never stored. */
public sealed interface Standing {
  /**
   * Takes part; little work gives little: see {@link Quota}.
   *
   * @param verified captures of the window that others have fetched again and found the same
   */
  record Member(int verified) implements Standing {}

  /**
   * Gets no tasks while what it brought is checked again. It keeps what it holds, and is answered.
   *
   * @param contested origins of different networks at which juries contradict it
   */
  record Relieved(int contested) implements Standing {}

  /** Out: its pieces are copied first, then nothing is asked of it or given to it. */
  record Excluded(Ground ground, int contested) implements Standing {}

  /** On what. */
  enum Ground {
    PROOF,
    TESTIMONY
  }

  default boolean isExcluded() {
    return this instanceof Excluded;
  }
}
