package org.orbweaver.census.export;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Other addresses and IDs in place of the true ones, from HMAC-SHA-256 with a secret key. The same
 * key gives the same pseudonym in every snapshot, so churn, sybils and sessions can still be
 * studied. Without the key nobody gets from one to the other: there are only 2³² IPv4 addresses,
 * and a plain hash of them all is a matter of minutes.
 *
 * <p>A pseudonymous address is an IPv6 address in fd00::/8, which belongs to nobody:
 *
 * <pre>
 *   | fd | 7 bytes of HMAC(network) | 8 bytes of HMAC(address) |
 * </pre>
 *
 * Addresses of one /24, or one /64, share the first half; nothing else of their order is left.
 */
public final class Pseudonyms {
  private static final int FEWEST_KEY_BYTES = 16;
  private static final byte ADDRESS = 1;
  private static final byte NETWORK = 2;
  private static final byte ID = 3;

  private final Mac mac;
  private final ByteBuffer input = ByteBuffer.allocate(1 + Key.BYTES);

  public Pseudonyms(byte[] key) {
    if (key.length < FEWEST_KEY_BYTES) {
      throw new IllegalArgumentException(
          "a key for pseudonyms has at least 16 bytes, not " + key.length);
    }
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks HMAC-SHA-256", e);
    }
  }

  /** The address's pseudonym; ports are kept. */
  public Endpoint address(Endpoint endpoint) {
    input.clear().put(NETWORK).put((byte) (endpoint.isIpv4() ? 4 : 6)).putLong(endpoint.network());
    long network = digest().getLong(0);
    input.clear().put(ADDRESS).putLong(endpoint.high()).putLong(endpoint.low());
    long host = digest().getLong(0);
    return Endpoint.v6(0xFDL << 56 | network >>> 8, host, endpoint.port());
  }

  public Key id(Key id) {
    input.clear().put(ID).putLong(id.high()).putLong(id.middle()).putInt(id.low());
    return Key.read(digest().array(), 0);
  }

  private ByteBuffer digest() {
    mac.update(input.array(), 0, input.position());
    return ByteBuffer.wrap(mac.doFinal());
  }
}
