package org.orbweaver.wire.krpc;

/** A packet that is no message. */
public final class Malformed extends Message {
  /** What is wrong with it. */
  public enum Reason {
    NOT_BENCODED,
    /** No transaction, or one too long to be echoed. */
    BAD_TRANSACTION,
    /** Neither query nor reply nor error. */
    UNKNOWN_KIND,
    /** No dictionary of arguments or results, or no list of an error's parts. */
    NO_BODY,
    /** No ID of twenty bytes. */
    BAD_ID,
    /** An argument that the method needs is missing or of the wrong kind or length. */
    BAD_ARGUMENTS
  }

  private final Reason reason;
  private final boolean query;

  Malformed(byte[] packet, int[] spans, Reason reason, boolean query) {
    super(packet, spans);
    this.reason = reason;
    this.query = query;
  }

  public Reason reason() {
    return reason;
  }

  /**
   * Whether the sender meant to ask and can be told {@link ErrorCode#PROTOCOL}. Nothing else may be
   * answered, or two nodes could exchange errors for ever.
   */
  public boolean isAnswerable() {
    return query && reason != Reason.BAD_TRANSACTION && reason != Reason.NOT_BENCODED;
  }
}
