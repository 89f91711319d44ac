package org.orbweaver.census.journal;

/** Takes the blocks of a journal, one after the other. */
@FunctionalInterface
public interface BlockSink {
  /** Keeps a copy of the first {@code length} bytes. */
  void append(byte[] block, int length);
}
