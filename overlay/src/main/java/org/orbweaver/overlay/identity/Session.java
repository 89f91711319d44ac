package org.orbweaver.overlay.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.keys.Curves;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.membership.Peer;

/**
 * What two peers share after a handshake: a key for each direction, and the count of messages.
 *
 * <pre>
 *   | 4 | session 4 | number 4 | message, encrypted … | tag 16 |      AES-256-GCM (RFC 5116)
 * </pre>
 *
 * The whole number has 64 bits and is the nonce, under a key that lives no longer than the process;
 * of it only the lower half travels, for the other side knows the rest (as in IPsec and QUIC).
 */
final class Session {
  static final byte SEALED = 4;
  static final int TAG = 16;
  static final int HEAD = 1 + 4 + 4;

  /** What a seal adds to a message. */
  static final int OVERHEAD = HEAD + TAG;

  /** The nonce of the handshake's proof, which no message ever has. */
  private static final long PROOF = -1;

  private final Peer peer;
  private final int id;
  private final SecretKeySpec sending;
  private final SecretKeySpec receiving;
  private final Cipher cipher;
  private final ReplayWindow window = new ReplayWindow();
  private long number;

  private Session(Peer peer, int id, byte[] sending, byte[] receiving) {
    this.peer = peer;
    this.id = id;
    this.sending = new SecretKeySpec(sending, "AES");
    this.receiving = new SecretKeySpec(receiving, "AES");
    this.cipher = aes();
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
        ByteBuffer.allocate(name.length + 1 + myKeys.length + theirs.length)
            .put(name)
            .put(Handshakes.VERSION)
            .put(asked ? myKeys : theirs)
            .put(asked ? theirs : myKeys)
            .array();
    byte[] derived = Curves.derive(secret, salt, info, 2 * Curves.KEY + 4);
    byte[] first = Arrays.copyOf(derived, Curves.KEY);
    byte[] second = Arrays.copyOfRange(derived, Curves.KEY, 2 * Curves.KEY);
    int id = ByteBuffer.wrap(derived).getInt(2 * Curves.KEY);
    return new Session(peer, id, asked ? first : second, asked ? second : first);
  }

  private static Cipher aes() {
    try {
      return Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
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
    byte[] packet = new byte[message.length + OVERHEAD];
    ByteBuffer.wrap(packet).put(SEALED).putInt(id).putInt((int) number);
    try {
      cipher.init(Cipher.ENCRYPT_MODE, sending, nonce(number++));
      cipher.updateAAD(packet, 0, HEAD);
      cipher.doFinal(message, 0, message.length, packet, HEAD);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a fresh nonce and room enough cannot fail", e);
    }
    return packet;
  }

  /** Null if it is forged, changed or was here before. */
  byte @Nullable [] open(byte[] packet, int length) {
    if (length < OVERHEAD) {
      return null;
    }
    long its = window.whole(ByteBuffer.wrap(packet).getInt(5));
    byte[] message = decrypted(its, packet, HEAD, length - HEAD);
    return message != null && window.admit(its) ? message : null;
  }

  /** Puts the proof that this peer has the key behind the first {@code length} bytes. */
  void sign(byte[] packet, int length) {
    try {
      cipher.init(Cipher.ENCRYPT_MODE, sending, nonce(PROOF));
      cipher.updateAAD(packet, 0, length);
      cipher.doFinal(packet, length, 0, packet, length);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a proof is made once", e);
    }
  }

  /** Whether the proof behind the first {@code length} bytes is the other's. */
  boolean checks(byte[] packet, int length) {
    return decrypted(PROOF, packet, length, TAG) != null;
  }

  /**
   * @param head the bytes that are authentic but not secret
   * @param rest those after them, with the tag
   */
  private byte @Nullable [] decrypted(long nonce, byte[] packet, int head, int rest) {
    try {
      cipher.init(Cipher.DECRYPT_MODE, receiving, nonce(nonce));
      cipher.updateAAD(packet, 0, head);
      return cipher.doFinal(packet, head, rest);
    } catch (AEADBadTagException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every key of 32 bytes decrypts", e);
    }
  }

  private static GCMParameterSpec nonce(long number) {
    return new GCMParameterSpec(8 * TAG, ByteBuffer.allocate(12).putLong(4, number).array());
  }
}
