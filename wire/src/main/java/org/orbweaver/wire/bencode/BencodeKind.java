package org.orbweaver.wire.bencode;

/** What the next byte announces. */
public enum BencodeKind {
  STRING,
  INTEGER,
  LIST,
  DICTIONARY,
  /** The end of a list or dictionary, the end of the input, or a byte that starts no value. */
  NONE
}
