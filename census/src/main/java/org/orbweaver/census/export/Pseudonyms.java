package org.orbweaver.census.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
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
  private static final int DRAWN_KEY_BYTES = 32;
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

  /** With the key of that file, which is drawn and written if there is none. */
  public static Pseudonyms withKeyIn(Path file) throws IOException {
    if (!Files.exists(file)) {
      byte[] key = new byte[DRAWN_KEY_BYTES];
      new SecureRandom().nextBytes(key);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, HexFormat.of().formatHex(key) + "\n");
      return new Pseudonyms(key);
    }
    try {
      return new Pseudonyms(HexFormat.of().parseHex(Files.readString(file).strip()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the key file " + file + " is not hexadecimal: name another, or a new one to be made", e);
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
