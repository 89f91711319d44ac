package org.orbweaver.trust;

/** What a jury says of an accusation. */
public enum JuryOutcome {
  /** Two thirds of the seats saw something else: the page is replaced. */
  UPHELD,
  /** Two thirds saw what was committed to: the accuser was wrong. */
  OVERRULED,
  /** Neither: the page is disputed, with both versions kept and shown. */
  HUNG
}
