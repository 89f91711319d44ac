package org.orbweaver.fetch.scope;

/** Why an address is crawled, or is not. */
public enum Verdict {
  IN,
  /** Not within any seed's reach. */
  OUTSIDE,
  TOO_DEEP,
  /** A regular expression or a file type says no. */
  EXCLUDED,
  /** It looks like one of endlessly many. */
  TRAP
}
