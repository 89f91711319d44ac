package org.orbweaver.indexer.peer;

/** How a conversation with one peer ended. */
sealed interface SessionEnd {
  /** Metadata whose hash is the right one. The array is the receiver's. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not kept
  record Verified(byte[] metadata) implements SessionEnd {}

  record Failed(PeerFailure failure) implements SessionEnd {}
}
