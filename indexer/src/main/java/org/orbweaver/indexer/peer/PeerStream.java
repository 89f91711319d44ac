package org.orbweaver.indexer.peer;

/**
 * Cuts what a peer sends into its handshake and its messages.
 *
 * <pre>
 *   message   | 4: length | 1: kind, 20 for extensions | 1: which, 0 for the handshake | … |
 * </pre>
 *
 * <p>Everything but extension messages is passed over without being kept, so a bitfield of any
 * length costs no memory.
 */
final class PeerStream {
  static final int EXTENDED = 20;

  /** A piece with its dictionary is some 16,450 bytes; a first peer exchange may be longer. */
  private static final int LONGEST_MESSAGE = 1 << 16;

  /** Whoever makes sense of it. */
  interface Listener {
    /** The peer's handshake without the protocol's name; good until this returns. */
    void onHandshake(long now, byte[] rest);

    /** An extension's number and its message, together so long; good until this returns. */
    void onExtension(long now, byte[] message, int length);

    /** So many bytes that are no extension message are coming, or came. */
    void onOther(long bytes);

    /** What came is not the protocol. */
    void onNonsense();

    /** Whether to read on. */
    boolean isListening();
  }

  /** What the next bytes are, once enough of them are there. */
  private enum Awaited {
    PROTOCOL,
    HANDSHAKE,
    LENGTH,
    KIND,
    EXTENSION
  }

  private final Listener listener;
  private Awaited awaited = Awaited.PROTOCOL;
  private byte[] buffer = new byte[128];
  private int needed = Handshake.PROTOCOL.length;
  private int filled;
  private long toSkip;
  private int bodyLength;

  PeerStream(Listener listener) {
    this.listener = listener;
  }

  /** Whether nothing has come yet. */
  boolean isSilent() {
    return awaited == Awaited.PROTOCOL && filled == 0;
  }

  void receive(long now, byte[] bytes, int offset, int length) {
    int at = offset;
    int to = offset + length;
    while (at < to && listener.isListening()) {
      if (toSkip > 0) {
        int skipped = (int) Math.min(toSkip, to - at);
        toSkip -= skipped;
        at += skipped;
        continue;
      }
      int taken = Math.min(needed - filled, to - at);
      System.arraycopy(bytes, at, buffer, filled, taken);
      filled += taken;
      at += taken;
      if (filled == needed) {
        filled = 0;
        take(now);
      }
    }
  }

  private void take(long now) {
    switch (awaited) {
      case PROTOCOL -> {
        if (Handshake.isProtocol(buffer)) {
          await(Awaited.HANDSHAKE, Handshake.REST);
        } else {
          listener.onNonsense();
        }
      }
      case HANDSHAKE -> {
        listener.onHandshake(now, buffer);
        await(Awaited.LENGTH, Integer.BYTES);
      }
      case LENGTH -> onLength();
      case KIND -> onKind();
      case EXTENSION -> {
        listener.onExtension(now, buffer, needed);
        await(Awaited.LENGTH, Integer.BYTES);
      }
    }
  }

  private void onLength() {
    int length = (buffer[0] & 0xFF) << 24 | (buffer[1] & 0xFF) << 16;
    length |= (buffer[2] & 0xFF) << 8 | buffer[3] & 0xFF;
    listener.onOther(Integer.BYTES);
    if (length < 0) {
      listener.onNonsense();
    } else if (length > 0) { // else it only keeps the connection alive
      bodyLength = length - 1;
      await(Awaited.KIND, 1);
    }
  }

  private void onKind() {
    boolean extended = buffer[0] == EXTENDED && bodyLength > 0;
    if (!extended) {
      listener.onOther(bodyLength);
      toSkip = bodyLength;
      await(Awaited.LENGTH, Integer.BYTES);
    } else if (bodyLength > LONGEST_MESSAGE) {
      listener.onNonsense();
    } else {
      await(Awaited.EXTENSION, bodyLength);
    }
  }

  private void await(Awaited next, int bytes) {
    awaited = next;
    needed = bytes;
    if (buffer.length < bytes) {
      buffer = new byte[bytes];
    }
  }
}
