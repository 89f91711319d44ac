package org.orbweaver.archive.access;

/** What somebody may decline to do with a page. */
public enum Act {
  /** Ask its server for it. */
  FETCH,
  /** Keep a copy of it for others. */
  HOLD,
  /** Show it to whoever asks. */
  SHOW
}
