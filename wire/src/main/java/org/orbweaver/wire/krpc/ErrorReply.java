package org.orbweaver.wire.krpc;

import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.Bytes;

/** Somebody refuses. Many clients send lists that are not what BEP 5 says; those read as code 0. */
public final class ErrorReply extends Message {
  private final long code;
  private final int text;

  private ErrorReply(byte[] packet, int[] spans, long code, int text) {
    super(packet, spans);
    this.code = code;
    this.text = text;
  }

  static ErrorReply read(byte[] packet, int[] spans, BencodeReader reader) {
    int list = spans[Field.ERROR.slot()];
    long code = 0;
    int text = Span.ABSENT;
    reader.open(packet, Span.offset(list), Span.end(list));
    if (reader.enterList() && reader.nextItem() && reader.readInteger()) {
      code = reader.integer();
      if (reader.nextItem() && reader.readString()) {
        text = Span.of(reader.start(), reader.length());
      }
    }
    return new ErrorReply(packet, spans, code, text);
  }

  /** See {@link ErrorCode}; 0 if none could be read. */
  public long code() {
    return code;
  }

  /** The explanation, for people; empty if none could be read. */
  public Bytes text() {
    return Span.bytes(packet, text);
  }
}
