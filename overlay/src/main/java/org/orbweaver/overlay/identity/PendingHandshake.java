package org.orbweaver.overlay.identity;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A handshake this peer began, with the messages that wait for its end. Bounded: {@link
 * #MOST_BYTES} may wait; more is dropped, for the RPC sends it again.
 */
final class PendingHandshake {
  private static final int MOST_BYTES = 1 << 20;
  private static final int TRIES = 3;
  private static final long WAIT = 1_000_000_000L;

  private final long nonce;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private int waitingBytes;
  private byte[] packet;
  private @Nullable Session session;
  private int tries = 1;
  private boolean onHearsay;
  private boolean wanted;
  private long due;

  PendingHandshake(long now, long nonce, byte[] hello) {
    this.nonce = nonce;
    this.packet = hello;
    this.due = now + WAIT;
  }

  long nonce() {
    return nonce;
  }

  /** What to say again while there is no answer. */
  byte[] packet() {
    return packet;
  }

  @Nullable Session session() {
    return session;
  }

  /** The other has answered; from now on this is repeated until it is ready. */
  void answered(long now, Session agreed, byte[] proof) {
    session = agreed;
    packet = proof;
    tries = 1;
    due = now + WAIT;
  }

  long due() {
    return due;
  }

  /** Somebody only said that there is a peer: nothing is said again before it answers. */
  void onHearsay() {
    onHearsay = true;
  }

  boolean isOnHearsay() {
    return onHearsay;
  }

  /** Whether to say it again. */
  boolean tryAgain(long now) {
    due = now + (WAIT << tries);
    boolean mayInsist = !onHearsay || wanted || session != null;
    return tries++ < TRIES && mayInsist;
  }

  void await(byte[] message) {
    wanted = true;
    if (waitingBytes + message.length <= MOST_BYTES) {
      waitingBytes += message.length;
      waiting.add(message);
    }
  }

  Iterable<byte[]> waiting() {
    return waiting;
  }
}
