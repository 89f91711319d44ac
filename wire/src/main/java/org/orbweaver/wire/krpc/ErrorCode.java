package org.orbweaver.wire.krpc;

import java.nio.charset.StandardCharsets;

/** The errors of BEP 5 and BEP 44. */
public enum ErrorCode {
  GENERIC(201, "Generic error"),
  SERVER(202, "Server error"),
  PROTOCOL(203, "Protocol error"),
  METHOD_UNKNOWN(204, "Method unknown"),
  VALUE_TOO_BIG(205, "Value too big"),
  INVALID_SIGNATURE(206, "Invalid signature"),
  SALT_TOO_BIG(207, "Salt too big"),
  CAS_MISMATCH(301, "Expected another sequence number"),
  SEQUENCE_TOO_LOW(302, "Sequence number less than current");

  private final int number;

  private final byte[] text;

  ErrorCode(int number, String text) {
    this.number = number;
    this.text = text.getBytes(StandardCharsets.US_ASCII);
  }

  public int number() {
    return number;
  }

  byte[] text() {
    return text;
  }
}
