package org.orbweaver.fetch.http;

/** Why a body's end is missing, in WARC's words. */
public enum Truncation {
  NONE,
  /** Longer than we keep. */
  LENGTH,
  /** Slower than we wait. */
  TIME,
  /** The server hung up, or its framing broke. */
  DISCONNECT
}
