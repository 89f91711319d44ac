package org.orbweaver.wire.krpc;

import java.util.Arrays;
import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;

/**
 * Packets in, {@link Message}s out. Never throws, whatever the packet; belongs to one thread.
 *
 * <p>Lax where clients in the wild are: unknown keys, unsorted keys and bytes after the message are
 * ignored, a missing {@code y} is inferred from the body, and a value of the wrong kind or length
 * counts as absent. Of a key given twice the last usable value counts.
 */
public final class MessageDecoder {
  /** Longer transactions are not echoed: we would be an amplifier for whoever forges a sender. */
  static final int MAX_TRANSACTION = 32;

  private final BencodeReader reader = newReader();
  private final int[] spans = new int[Field.COUNT];

  /** Stored values (BEP 44) nest as their owners like; an honest packet stays far below these. */
  static BencodeReader newReader() {
    return new BencodeReader(32, 2_000);
  }

  /** Decodes the first {@code length} bytes of {@code packet}. */
  public Message decode(byte[] packet, int length) {
    Arrays.fill(spans, Span.ABSENT);
    if (length > Span.MAX_PACKET || !read(packet, 0, length, Field.Names.ENVELOPE)) {
      return malformed(packet, Malformed.Reason.NOT_BENCODED);
    }
    int transaction = spans[Field.TRANSACTION.slot()];
    if (transaction == Span.ABSENT || Span.length(transaction) > MAX_TRANSACTION) {
      return malformed(packet, Malformed.Reason.BAD_TRANSACTION);
    }
    return switch (kind(packet)) {
      case 'q' -> query(packet);
      case 'r' -> reply(packet);
      case 'e' -> error(packet);
      default -> malformed(packet, Malformed.Reason.UNKNOWN_KIND);
    };
  }

  private Message query(byte[] packet) {
    int arguments = spans[Field.ARGUMENTS.slot()];
    int name = spans[Field.METHOD.slot()];
    if (arguments == Span.ABSENT || name == Span.ABSENT) {
      return malformed(packet, Malformed.Reason.NO_BODY);
    }
    read(packet, Span.offset(arguments), Span.end(arguments), Field.Names.BODY);
    if (spans[Field.ID.slot()] == Span.ABSENT) {
      return malformed(packet, Malformed.Reason.BAD_ID);
    }
    Method method = Method.named(packet, name);
    return method.isComplete(spans)
        ? new Query(packet, spans, method, want(packet))
        : malformed(packet, Malformed.Reason.BAD_ARGUMENTS);
  }

  private Message reply(byte[] packet) {
    int results = spans[Field.RESULTS.slot()];
    if (results == Span.ABSENT) {
      return malformed(packet, Malformed.Reason.NO_BODY);
    }
    read(packet, Span.offset(results), Span.end(results), Field.Names.BODY);
    return spans[Field.ID.slot()] == Span.ABSENT
        ? malformed(packet, Malformed.Reason.BAD_ID)
        : new Reply(packet, spans);
  }

  private Message error(byte[] packet) {
    return spans[Field.ERROR.slot()] == Span.ABSENT
        ? malformed(packet, Malformed.Reason.NO_BODY)
        : ErrorReply.read(packet, spans, reader);
  }

  private Message malformed(byte[] packet, Malformed.Reason reason) {
    return new Malformed(packet, spans, reason, kind(packet) == 'q');
  }

  private int kind(byte[] packet) {
    int kind = spans[Field.KIND.slot()];
    if (kind != Span.ABSENT) {
      return packet[Span.offset(kind)];
    }
    if (spans[Field.METHOD.slot()] != Span.ABSENT) {
      return 'q';
    }
    if (spans[Field.RESULTS.slot()] != Span.ABSENT) {
      return 'r';
    }
    return spans[Field.ERROR.slot()] != Span.ABSENT ? 'e' : 0;
  }

  private Want want(byte[] packet) {
    int list = spans[Field.WANT.slot()];
    if (list == Span.ABSENT) {
      return Want.UNSAID;
    }
    boolean ipv4 = false;
    boolean ipv6 = false;
    reader.open(packet, Span.offset(list), Span.end(list));
    reader.enterList();
    while (reader.nextItem()) {
      if (reader.peek() == BencodeKind.STRING && reader.readString()) {
        ipv4 |= reader.stringIs(Want.N4);
        ipv6 |= reader.stringIs(Want.N6);
      } else {
        reader.skip();
      }
    }
    return Want.of(ipv4, ipv6);
  }

  /** Notes where the values of the dictionary's known keys lie. */
  private boolean read(byte[] packet, int from, int to, Field.Names names) {
    reader.open(packet, from, to);
    reader.enterDictionary();
    while (reader.nextKey()) {
      Field field = names.find(packet, reader.start(), reader.length());
      BencodeKind kind = reader.peek();
      int start = reader.position();
      if (reader.skip() && field != null && field.takes(kind)) {
        note(field, kind, start);
      }
    }
    return !reader.failed();
  }

  /** Strings and integers are noted without their frames, everything else verbatim. */
  private void note(Field field, BencodeKind kind, int start) {
    int span =
        field == Field.VALUE
            ? Span.of(start, reader.position() - start)
            : switch (kind) {
              case STRING -> Span.of(reader.start(), reader.length());
              case INTEGER -> Span.of(start + 1, reader.position() - start - 2);
              case LIST, DICTIONARY, NONE -> Span.of(start, reader.position() - start);
            };
    if (field.takesLength(Span.length(span))) {
      spans[field.slot()] = span;
    }
  }
}
