package org.orbweaver.archive.wacz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;

/** The archive's own key, which signs the WACZ files that leave it; made on first use. */
public final class WaczKey {
  private WaczKey() {}

  public static KeyPair of(Path directory) throws IOException {
    Path secret = directory.resolve("wacz-key.p8");
    Path open = directory.resolve("wacz-key.pub");
    try {
      if (Files.exists(secret) && Files.exists(open)) {
        KeyFactory factory = KeyFactory.getInstance("EC");
        return new KeyPair(
            factory.generatePublic(new X509EncodedKeySpec(Files.readAllBytes(open))),
            factory.generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(secret))));
      }
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp384r1"));
      KeyPair pair = generator.generateKeyPair();
      Files.createDirectories(directory);
      Files.createFile(
          secret,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(secret, pair.getPrivate().getEncoded());
      Files.write(open, pair.getPublic().getEncoded());
      return pair;
    } catch (GeneralSecurityException e) {
      throw new IOException("the key that signs WACZ files cannot be made or read", e);
    }
  }
}
