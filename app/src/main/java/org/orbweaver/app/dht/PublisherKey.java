package org.orbweaver.app.dht;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** The Ed25519 key pair of a publisher of DHT items, in a file only its owner can read. */
public final class PublisherKey {
  private PublisherKey() {}

  public static KeyPair loadOrCreate(Path file) throws IOException {
    try {
      return Files.exists(file) ? load(file) : create(file);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("not a pair of Ed25519 keys in PEM: " + file, e);
    }
  }

  private static KeyPair create(Path file) throws IOException, GeneralSecurityException {
    KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        file,
        pem("PRIVATE KEY", keys.getPrivate().getEncoded())
            + pem("PUBLIC KEY", keys.getPublic().getEncoded()));
    return keys;
  }

  private static KeyPair load(Path file) throws IOException, GeneralSecurityException {
    String text = Files.readString(file);
    KeyFactory factory = KeyFactory.getInstance("Ed25519");
    PrivateKey own = factory.generatePrivate(new PKCS8EncodedKeySpec(section(text, "PRIVATE KEY")));
    PublicKey known = factory.generatePublic(new X509EncodedKeySpec(section(text, "PUBLIC KEY")));
    return new KeyPair(known, own);
  }

  private static String pem(String name, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(name, Base64.getEncoder().encodeToString(content), name);
  }

  private static byte[] section(String text, String name) {
    String begin = "-----BEGIN " + name + "-----";
    int from = text.indexOf(begin);
    int to = text.indexOf("-----END " + name + "-----");
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("no " + name);
    }
    return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to).strip());
  }
}
