package org.orbweaver.wire.bencode;

/** Why input is not, or not acceptable, bencoding. */
public enum BencodeFault {
  /** The input ends inside a value, or a string claims more bytes than are left. */
  TRUNCATED,
  /** A byte that starts no value. */
  NOT_A_VALUE,
  /** A string's length with a leading zero or without its colon. */
  BAD_LENGTH,
  /** No digits, a leading zero, a negative zero, foreign characters, or more than 64 bits. */
  BAD_INTEGER,
  /** A value of another kind than the reader insists on, such as a key that is no string. */
  WRONG_KIND,
  TOO_DEEP,
  TOO_MANY_VALUES
}
