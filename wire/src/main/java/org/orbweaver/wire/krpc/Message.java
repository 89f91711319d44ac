package org.orbweaver.wire.krpc;

import java.util.OptionalLong;
import org.orbweaver.wire.bencode.Bytes;

/**
 * A decoded packet: what it is and where in the packet its values lie. One small object; accessors
 * make values when asked. A message may be used until {@code onPacket} returns, for the packet's
 * bytes are the driver's again then.
 */
public abstract sealed class Message permits Query, Reply, ErrorReply, Malformed {
  /** What {@link #transactionNumber} gives for a transaction that cannot be ours. */
  public static final long FOREIGN = -1;

  static final int OWN_TRANSACTION_BYTES = 6;

  final byte[] packet;
  final int transaction;
  private final int version;

  Message(byte[] packet, int[] spans) {
    this.packet = packet;
    this.transaction = spans[Field.TRANSACTION.slot()];
    this.version = spans[Field.VERSION.slot()];
  }

  /** The asker's name for the exchange, 0 to 32 bytes, to be echoed as it is. */
  public final Bytes transaction() {
    return Span.bytes(packet, transaction);
  }

  /**
   * The transaction as the number we sent it as, or {@link #FOREIGN} if it has not the six bytes
   * that ours have.
   */
  public final long transactionNumber() {
    if (Span.length(transaction) != OWN_TRANSACTION_BYTES) {
      return FOREIGN;
    }
    long number = 0;
    for (int i = Span.offset(transaction); i < Span.end(transaction); i++) {
      number = number << 8 | (packet[i] & 0xFF);
    }
    return number;
  }

  /**
   * The sender's client and version: by custom two letters and two bytes. Empty if not told, and
   * not to be trusted.
   */
  public final Bytes version() {
    return Span.bytes(packet, version);
  }

  final OptionalLong integer(int span) {
    return span == Span.ABSENT
        ? OptionalLong.empty()
        : OptionalLong.of(Span.integer(packet, span, 0));
  }
}
