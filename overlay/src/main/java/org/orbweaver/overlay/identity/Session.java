package org.orbweaver.overlay.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.swarm.Peer;

/**
 * What two peers share after a handshake: a key for each direction, and the count of messages.
 *
 * <pre>
 *   | 4 | session 4 | number 8 | message … | HMAC-SHA256 of all before, its first 16 bytes |
 * </pre>
 */
final class Session {
  static final byte SEALED = 4;
  static final int TAG = 16;

  /** What a seal adds to a message. */
  static final int OVERHEAD = 1 + 4 + 8 + TAG;

  private static final int HEAD = 13;

  private final Peer peer;
  private final int id;
  private final Mac sending;
  private final Mac receiving;
  private final ReplayWindow window = new ReplayWindow();
  private long number;

  private Session(Peer peer, int id, byte[] sending, byte[] receiving) {
    this.peer = peer;
    this.id = id;
    this.sending = mac(sending);
    this.receiving = mac(receiving);
  }

  /**
   * @param salt what both drew for this handshake
   * @param asked whether this peer began it
   * @return null if the other's key is none
   */
  static @Nullable Session of(
      PeerKeys mine, byte[] myKeys, Peer peer, byte[] salt, boolean asked, String swarm) {
    byte[] secret = mine.agree(SignedPeer.agreement(peer));
    if (secret == null) {
      return null;
    }
    byte[] theirs = SignedPeer.keys(peer);
    byte[] name = swarm.getBytes(StandardCharsets.UTF_8);
    byte[] info =
        ByteBuffer.allocate(name.length + myKeys.length + theirs.length)
            .put(name)
            .put(asked ? myKeys : theirs)
            .put(asked ? theirs : myKeys)
            .array();
    byte[] derived = Curves.derive(secret, salt, info, 2 * Curves.KEY + 4);
    byte[] first = Arrays.copyOf(derived, Curves.KEY);
    byte[] second = Arrays.copyOfRange(derived, Curves.KEY, 2 * Curves.KEY);
    int id = ByteBuffer.wrap(derived).getInt(2 * Curves.KEY);
    return new Session(peer, id, asked ? first : second, asked ? second : first);
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HMAC-SHA256", e);
    }
  }

  Peer peer() {
    return peer;
  }

  int id() {
    return id;
  }

  /** The session a packet belongs to, as it says. */
  static int id(byte[] packet) {
    return ByteBuffer.wrap(packet).getInt(1);
  }

  byte[] close(byte[] message) {
    byte[] packet =
        ByteBuffer.allocate(message.length + OVERHEAD)
            .put(SEALED)
            .putInt(id)
            .putLong(number++)
            .put(message)
            .array();
    sign(packet, packet.length - TAG);
    return packet;
  }

  /** Puts the tag for the first {@code length} bytes behind them. */
  void sign(byte[] packet, int length) {
    sending.update(packet, 0, length);
    System.arraycopy(sending.doFinal(), 0, packet, length, TAG);
  }

  /** Whether the tag behind the first {@code length} bytes is the other's. */
  boolean checks(byte[] packet, int length) {
    receiving.update(packet, 0, length);
    return MessageDigest.isEqual(
        Arrays.copyOf(receiving.doFinal(), TAG), Arrays.copyOfRange(packet, length, length + TAG));
  }

  /** Null if it is forged, changed or was here before. */
  byte @Nullable [] open(byte[] packet, int length) {
    if (length < OVERHEAD || !checks(packet, length - TAG)) {
      return null;
    }
    boolean fresh = window.admit(ByteBuffer.wrap(packet).getLong(5));
    return fresh ? Arrays.copyOfRange(packet, HEAD, length - TAG) : null;
  }
}
