package org.orbweaver.wire.krpc;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orbweaver.wire.bencode.BencodeKind;

/** The dictionary entries that mean something to us. */
enum Field {
  // The envelope: the outer dictionary.
  ARGUMENTS("a", BencodeKind.DICTIONARY),
  ERROR("e", BencodeKind.LIST),
  METHOD("q", BencodeKind.STRING),
  RESULTS("r", BencodeKind.DICTIONARY),
  TRANSACTION("t", BencodeKind.STRING),
  VERSION("v", BencodeKind.STRING),
  KIND("y", BencodeKind.STRING, 1),
  OWN_ADDRESS("ip", BencodeKind.STRING),
  READ_ONLY("ro", BencodeKind.INTEGER),

  // The body: arguments of queries and results of replies.
  ID("id", BencodeKind.STRING, 20),
  TARGET("target", BencodeKind.STRING, 20),
  INFO_HASH("info_hash", BencodeKind.STRING, 20),
  TOKEN("token", BencodeKind.STRING),
  PORT("port", BencodeKind.INTEGER),
  IMPLIED_PORT("implied_port", BencodeKind.INTEGER),
  WANT("want", BencodeKind.LIST),
  NODES("nodes", BencodeKind.STRING),
  NODES6("nodes6", BencodeKind.STRING),
  VALUES("values", BencodeKind.LIST),
  SCRAPE("scrape", BencodeKind.INTEGER),
  SEED("seed", BencodeKind.INTEGER),
  NO_SEED("noseed", BencodeKind.INTEGER),
  SEED_FILTER("BFsd", BencodeKind.STRING, 256),
  PEER_FILTER("BFpe", BencodeKind.STRING, 256),
  SAMPLES("samples", BencodeKind.STRING),
  NUMBER("num", BencodeKind.INTEGER),
  INTERVAL("interval", BencodeKind.INTEGER),
  PUBLIC_KEY("k", BencodeKind.STRING, 32),
  SIGNATURE("sig", BencodeKind.STRING, 64),
  SEQUENCE("seq", BencodeKind.INTEGER),
  EXPECTED_SEQUENCE("cas", BencodeKind.INTEGER),
  SALT("salt", BencodeKind.STRING),
  /** Any kind of value; its verbatim bytes are what is hashed and signed. */
  VALUE("v", BencodeKind.NONE);

  static final int COUNT = values().length;

  private static final int ANY_LENGTH = -1;

  private final byte[] name;

  /** The name as it stands in a dictionary, such as {@code 5:token}. */
  private final byte[] key;

  private final BencodeKind kind;
  private final int length;

  Field(String name, BencodeKind kind) {
    this(name, kind, ANY_LENGTH);
  }

  Field(String name, BencodeKind kind, int length) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.key = (name.length() + ":" + name).getBytes(StandardCharsets.US_ASCII);
    this.kind = kind;
    this.length = length;
  }

  byte[] key() {
    return key;
  }

  /** A plain loop: names are so short that a call into the array intrinsics costs more. */
  private boolean isNamed(byte[] packet, int offset, int nameLength) {
    if (nameLength != name.length) {
      return false;
    }
    for (int i = 0; i < nameLength; i++) {
      if (packet[offset + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /** Its place in the decoder's array of spans. */
  int slot() {
    return ordinal();
  }

  /** Whether a value of that kind can be this field's; others are ignored as if absent. */
  boolean takes(BencodeKind found) {
    return kind == found || kind == BencodeKind.NONE;
  }

  boolean takesLength(int found) {
    return length == ANY_LENGTH || length == found;
  }

  /** A hash table from names to fields: looked up for every key of every packet. */
  static final class Names {
    static final Names ENVELOPE = new Names(ARGUMENTS, READ_ONLY);
    static final Names BODY = new Names(ID, VALUE);

    private static final int MASK = 0x7F;

    private final @Nullable Field[] table = new @Nullable Field[MASK + 1];

    private Names(Field first, Field last) {
      for (Field field : Field.values()) {
        if (field.compareTo(first) >= 0 && field.compareTo(last) <= 0) {
          int at = hash(field.name, 0, field.name.length);
          while (table[at] != null) {
            at = at + 1 & MASK;
          }
          table[at] = field;
        }
      }
    }

    @Nullable Field find(byte[] packet, int offset, int length) {
      if (length == 0) {
        return null;
      }
      int at = hash(packet, offset, length);
      for (Field field; (field = table[at]) != null; at = at + 1 & MASK) {
        if (field.isNamed(packet, offset, length)) {
          return field;
        }
      }
      return null;
    }

    private static int hash(byte[] bytes, int offset, int length) {
      return bytes[offset] + 7 * bytes[offset + length - 1] + 31 * length & MASK;
    }
  }
}
