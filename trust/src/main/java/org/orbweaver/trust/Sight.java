package org.orbweaver.trust;

/** What a juror saw when it fetched the page itself. */
public enum Sight {
  AS_COMMITTED,
  DIFFERENT,
  /** Its own fetches differ from each other: nobody can say what the page was. */
  CHANGING,
  UNREACHED
}
