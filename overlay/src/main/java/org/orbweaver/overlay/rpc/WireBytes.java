package org.orbweaver.overlay.rpc;

/**
 * What a sealed message takes on the wire, the headers below it included. Datagrams carry what fits
 * one; the rest goes over a TCP line as a frame, in segments of an Ethernet frame's size, of which
 * every second is acknowledged by an empty one.
 */
public final class WireBytes {
  /** What fits an Ethernet frame with room for tunnels goes as a datagram. */
  public static final int LONGEST_DATAGRAM = 1_400;

  /** IPv4 and UDP; IPv6 has twenty more. */
  private static final int DATAGRAM_HEADERS = 28;

  /** IPv4 and TCP with its time stamps. */
  private static final int SEGMENT_HEADERS = 52;

  private static final int SEGMENT = 1_448;
  private static final int FRAME = 4;

  private WireBytes() {}

  /**
   * @param length of the message with its seal
   */
  public static int headers(int length) {
    if (length <= LONGEST_DATAGRAM) {
      return DATAGRAM_HEADERS;
    }
    int segments = Math.ceilDiv(length + FRAME, SEGMENT);
    return FRAME + SEGMENT_HEADERS * (segments + Math.ceilDiv(segments, 2));
  }
}
