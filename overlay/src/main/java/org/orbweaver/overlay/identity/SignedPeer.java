package org.orbweaver.overlay.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keys.Curves;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Peer;

/**
 * A peer's description and its signature.
 *
 * <pre>
 *   credentials   | Ed25519 key 32 | X25519 key 32 | signature 64 |
 *   signed        | "orbweaver peer" | address 16 | port 2 | virtual nodes 4 | disk 8 |
 *                 | incarnation 8 | both keys 64 |
 *   in a packet   | address 16 | port 2 | virtual nodes 4 | disk 8 | incarnation 8 | credentials 128 |
 * </pre>
 */
public final class SignedPeer {
  static final int BYTES = 38 + 2 * Curves.KEY + Curves.SIGNATURE;

  private static final int KEYS = 2 * Curves.KEY;
  private static final byte[] CONTEXT = "orbweaver peer".getBytes(StandardCharsets.US_ASCII);

  private SignedPeer() {}

  /** The description, signed. */
  public static Peer sign(
      PeerKeys keys, Endpoint address, int virtualNodes, long disk, long incarnation) {
    byte[] both = ByteBuffer.allocate(KEYS).put(keys.verifying()).put(keys.agreement()).array();
    Peer unsigned = new Peer(address, virtualNodes, disk, incarnation, Credentials.NONE);
    byte[] signature = keys.sign(signed(unsigned, both));
    byte[] credentials =
        ByteBuffer.allocate(KEYS + Curves.SIGNATURE).put(both).put(signature).array();
    return new Peer(address, virtualNodes, disk, incarnation, new Credentials(credentials));
  }

  /** Whether the description was signed with the key in it; costs a millisecond. */
  public static boolean isGenuine(Peer peer) {
    byte[] credentials = peer.credentials().bytes();
    if (credentials.length != KEYS + Curves.SIGNATURE) {
      return false;
    }
    return Curves.verify(
        Arrays.copyOf(credentials, Curves.KEY),
        signed(peer, Arrays.copyOf(credentials, KEYS)),
        Arrays.copyOfRange(credentials, KEYS, credentials.length));
  }

  private static byte[] signed(Peer peer, byte[] keys) {
    return head(ByteBuffer.allocate(CONTEXT.length + 38 + KEYS).put(CONTEXT), peer)
        .put(keys)
        .array();
  }

  private static ByteBuffer head(ByteBuffer out, Peer peer) {
    return out.putLong(peer.address().high())
        .putLong(peer.address().low())
        .putShort((short) peer.address().port())
        .putInt(peer.virtualNodes())
        .putLong(peer.disk())
        .putLong(peer.incarnation());
  }

  /** Both public keys; empty if there are none. */
  static byte[] keys(Peer peer) {
    byte[] credentials = peer.credentials().bytes();
    return credentials.length < KEYS ? new byte[0] : Arrays.copyOf(credentials, KEYS);
  }

  static byte[] agreement(Peer peer) {
    return Arrays.copyOfRange(peer.credentials().bytes(), Curves.KEY, KEYS);
  }

  static void write(ByteBuffer out, Peer peer) {
    head(out, peer).put(peer.credentials().bytes());
  }

  /** Null if it cannot be a description. */
  static @Nullable Peer read(ByteBuffer in) {
    if (in.remaining() < BYTES) {
      return null;
    }
    Endpoint address = new Endpoint(in.getLong(), in.getLong(), in.getShort() & 0xFFFF);
    int virtualNodes = in.getInt();
    long disk = in.getLong();
    long incarnation = in.getLong();
    byte[] credentials = new byte[KEYS + Curves.SIGNATURE];
    in.get(credentials);
    return virtualNodes < 0 || virtualNodes > Peer.MOST_VIRTUAL_NODES
        ? null
        : new Peer(address, virtualNodes, disk, incarnation, new Credentials(credentials));
  }
}
