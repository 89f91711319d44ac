package org.orbweaver.wire.krpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a query asks for. */
public enum Method {
  FIND_NODE("find_node", Field.TARGET),
  GET_PEERS("get_peers", Field.INFO_HASH),
  PING("ping"),
  ANNOUNCE_PEER("announce_peer", Field.INFO_HASH, Field.TOKEN),
  /** BEP 51. */
  SAMPLE_INFOHASHES("sample_infohashes", Field.TARGET),
  /** BEP 44. */
  GET("get", Field.TARGET),
  /** BEP 44. */
  PUT("put", Field.TOKEN, Field.VALUE),
  /** Any other name; to be answered like find_node if there is a target, else with error 204. */
  UNKNOWN("");

  private static final Method[] KNOWN = {
    FIND_NODE, GET_PEERS, PING, ANNOUNCE_PEER, SAMPLE_INFOHASHES, GET, PUT
  };

  private final byte[] name;
  private final Field[] required;

  Method(String name, Field... required) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.required = required;
  }

  static Method named(byte[] packet, int span) {
    int from = Span.offset(span);
    int to = Span.end(span);
    for (Method method : KNOWN) {
      if (Arrays.equals(method.name, 0, method.name.length, packet, from, to)) {
        return method;
      }
    }
    return UNKNOWN;
  }

  byte[] bytes() {
    return name;
  }

  /** Whether the arguments without which the query means nothing are there. */
  boolean isComplete(int[] spans) {
    for (Field field : required) {
      if (spans[field.slot()] == Span.ABSENT) {
        return false;
      }
    }
    return switch (this) {
      case ANNOUNCE_PEER ->
          spans[Field.PORT.slot()] != Span.ABSENT
              || spans[Field.IMPLIED_PORT.slot()] != Span.ABSENT;
      case PUT ->
          spans[Field.PUBLIC_KEY.slot()] == Span.ABSENT
              || (spans[Field.SIGNATURE.slot()] != Span.ABSENT
                  && spans[Field.SEQUENCE.slot()] != Span.ABSENT);
      default -> true;
    };
  }
}
