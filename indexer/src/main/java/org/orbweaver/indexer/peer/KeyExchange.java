package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.torrent.Sha1;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * The Diffie–Hellman exchange that message stream encryption begins with, and the hashes made of
 * its secret. It hides the protocol from onlookers who throttle it; it proves nobody's identity.
 */
final class KeyExchange {
  /** Bytes of a public key. */
  static final int PUBLIC_KEY = 96;

  private static final BigInteger PRIME =
      new BigInteger(
          "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A0879"
              + "8E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A63A"
              + "36210000000000090563",
          16);
  private static final BigInteger GENERATOR = BigInteger.TWO;
  private static final int PRIVATE_BYTES = 20;

  private final BigInteger ours;

  KeyExchange(RandomGenerator random) {
    byte[] secret = new byte[PRIVATE_BYTES];
    random.nextBytes(secret);
    ours = new BigInteger(1, secret);
  }

  byte[] publicKey() {
    return padded(GENERATOR.modPow(ours, PRIME));
  }

  /** The secret shared with the owner of this public key; null if that is no honest key. */
  byte @Nullable [] shared(byte[] theirs) {
    BigInteger key = new BigInteger(1, theirs);
    boolean trivial =
        key.compareTo(BigInteger.ONE) <= 0 || key.compareTo(PRIME.subtract(BigInteger.ONE)) >= 0;
    return trivial ? null : padded(key.modPow(ours, PRIME));
  }

  /** What stands for a torrent in an encrypted handshake. */
  static Key disguise(Key infohash) {
    return hash("req2", infohash.toBytes());
  }

  /** The hash of a word and what follows it. */
  static Key hash(String word, byte[]... parts) {
    BencodeWriter all = new BencodeWriter(160).raw(word.getBytes(US_ASCII));
    for (byte[] part : parts) {
      all.raw(part);
    }
    return Sha1.of(all.toArray());
  }

  private static byte[] padded(BigInteger number) {
    byte[] bytes = number.toByteArray(); // perhaps with a zero for the sign, perhaps shorter
    byte[] padded = new byte[PUBLIC_KEY];
    int length = Math.min(bytes.length, PUBLIC_KEY);
    System.arraycopy(bytes, bytes.length - length, padded, PUBLIC_KEY - length, length);
    return padded;
  }
}
