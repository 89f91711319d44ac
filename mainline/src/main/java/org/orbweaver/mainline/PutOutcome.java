package org.orbweaver.mainline;

/** What became of a {@code put}, with the error codes of BEP 5 and BEP 44. */
public enum PutOutcome {
  STORED(0, ""),
  BUSY(202, "too many puts, try later"),
  TOO_BIG(205, "message (v field) too big"),
  FORGED(206, "invalid signature"),
  SALT_TOO_BIG(207, "salt too big"),
  CAS_MISMATCH(301, "CAS mismatch, re-read value and try again"),
  OUTDATED(302, "sequence number less than current");

  private final int code;
  private final String text;

  PutOutcome(int code, String text) {
    this.code = code;
    this.text = text;
  }

  public int code() {
    return code;
  }

  public String text() {
    return text;
  }
}
