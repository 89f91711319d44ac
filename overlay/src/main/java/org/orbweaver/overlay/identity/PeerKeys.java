package org.orbweaver.overlay.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;

/** A peer's secrets: the key that signs for it as long as it lives, and one for this run. */
public final class PeerKeys {
  public static final int PUBLIC_BYTES = Curves.KEY;

  private final PrivateKey signing;
  private final byte[] verifying;
  private final PrivateKey agreeing;
  private final byte[] agreement;

  private PeerKeys(PrivateKey signing, byte[] verifying, KeyPair run) {
    this.signing = signing;
    this.verifying = verifying;
    this.agreeing = run.getPrivate();
    this.agreement = Curves.raw(run.getPublic());
  }

  /** Fresh ones; from a seeded source the same each time. */
  public static PeerKeys draw(SecureRandom random) {
    KeyPair pair = pair("Ed25519", random);
    return new PeerKeys(pair.getPrivate(), Curves.raw(pair.getPublic()), pair("X25519", random));
  }

  private static KeyPair pair(String algorithm, SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(255, random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has " + algorithm, e);
    }
  }

  /**
   * The peer's key from its file, drawn and written if there is none.
   *
   * <pre>
   *   | public key 32 | private key, PKCS #8 … |
   * </pre>
   */
  public static PeerKeys at(Path file, SecureRandom random) throws IOException {
    if (!Files.exists(file)) {
      KeyPair pair = pair("Ed25519", random);
      byte[] secret = pair.getPrivate().getEncoded();
      ByteBuffer bytes = ByteBuffer.allocate(Curves.KEY + secret.length);
      write(file, bytes.put(Curves.raw(pair.getPublic())).put(secret).array());
    }
    byte[] bytes = Files.readAllBytes(file);
    try {
      PrivateKey secret =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(
                  new PKCS8EncodedKeySpec(Arrays.copyOfRange(bytes, Curves.KEY, bytes.length)));
      return new PeerKeys(secret, Arrays.copyOf(bytes, Curves.KEY), pair("X25519", random));
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new IOException(
          file + " holds no peer's key; remove it, and the peer will draw another", e);
    }
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(fresh, bytes, StandardOpenOption.SYNC);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The public key with which others check what this peer signed. */
  public byte[] verifying() {
    return verifying.clone();
  }

  byte[] agreement() {
    return agreement.clone();
  }

  public byte[] sign(byte[] message) {
    return Curves.sign(signing, message);
  }

  /** Whether the owner of that public key signed the message; costs a millisecond. */
  public static boolean isSigned(byte[] publicKey, byte[] message, byte[] signature) {
    return Curves.verify(publicKey, message, signature);
  }

  byte @org.jspecify.annotations.Nullable [] agree(byte[] theirs) {
    return Curves.agree(agreeing, theirs);
  }
}
