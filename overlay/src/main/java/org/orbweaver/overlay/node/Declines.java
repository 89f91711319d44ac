package org.orbweaver.overlay.node;

import org.orbweaver.overlay.ledger.EntryId;

/**
 * Which pieces a peer's operator does not want on this machine. Asked on the peer's own thread, so
 * it must know without looking long.
 */
public interface Declines {
  /** A peer that keeps whatever is its to keep. */
  Declines NOTHING =
      new Declines() {
        @Override
        public boolean isAnything() {
          return false;
        }

        @Override
        public boolean declines(EntryId piece) {
          return false;
        }
      };

  /** Whether there are such rules at all. */
  boolean isAnything();

  boolean declines(EntryId piece);
}
