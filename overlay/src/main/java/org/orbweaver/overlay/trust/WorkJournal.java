package org.orbweaver.overlay.trust;

/**
 * Where the work of the open period is written down. Without it a crash would take what the period
 * has earned, and a peer whose power fails once a day would stay a newcomer for ever.
 */
public interface WorkJournal {
  /** For swarms without trust, and peers that need not survive. */
  WorkJournal NONE =
      new WorkJournal() {
        @Override
        public void append(byte[] item) {}

        @Override
        public byte[] read() {
          return new byte[0];
        }

        @Override
        public void clear() {}
      };

  /** One more; a failure to write is not this peer's end: it only earns less after a crash. */
  void append(byte[] item);

  /** All since it was last cleared, one after the other; the last may be torn. */
  byte[] read();

  /** The period is committed to. */
  void clear();
}
