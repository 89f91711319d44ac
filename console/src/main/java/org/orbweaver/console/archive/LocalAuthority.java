package org.orbweaver.console.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Vouches for archived https hosts, to those who chose to trust it: made on first use, kept in the
 * data directory, its key readable by the owner alone.
 */
final class LocalAuthority {
  private static final char[] NO_SECRET = "orbweaver".toCharArray();
  private static final String NAME = "CN=Orbweaver archive on this machine";
  private static final Duration LIFE = Duration.ofDays(3650);
  private static final Duration HOST_LIFE = Duration.ofDays(300);
  private static final int MOST_HOSTS = 10_000;

  private final PrivateKey key;
  private final X509Certificate certificate;
  private final KeyPair hostKeys;
  private final Map<String, SSLContext> hosts = new ConcurrentHashMap<>();

  private LocalAuthority(PrivateKey key, X509Certificate certificate, KeyPair hostKeys) {
    this.key = key;
    this.certificate = certificate;
    this.hostKeys = hostKeys;
  }

  static LocalAuthority open(Path directory) throws IOException {
    Path file = directory.resolve("archive-authority.p12");
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      if (!Files.exists(file)) {
        make(store, file);
      }
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, NO_SECRET);
      }
      X509Certificate own = (X509Certificate) store.getCertificate("ca");
      Files.writeString(
          directory.resolve("archive-authority.pem"),
          "-----BEGIN CERTIFICATE-----\n"
              + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(own.getEncoded())
              + "\n-----END CERTIFICATE-----\n");
      return new LocalAuthority((PrivateKey) store.getKey("ca", NO_SECRET), own, keys());
    } catch (GeneralSecurityException e) {
      throw new IOException("the archive's certificate authority in " + file + " is unusable", e);
    }
  }

  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static void make(KeyStore store, Path file) throws GeneralSecurityException, IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    KeyPair pair = keys();
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            new X500Name(NAME),
            serial(),
            Date.from(Instant.now().minus(Duration.ofDays(1))),
            Date.from(Instant.now().plus(LIFE)),
            new X500Name(NAME),
            pair.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    store.load(null, NO_SECRET);
    store.setKeyEntry(
        "ca", pair.getPrivate(), NO_SECRET, new Certificate[] {signed(builder, pair.getPrivate())});
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, NO_SECRET);
    }
  }

  private static BigInteger serial() {
    return new BigInteger(120, new SecureRandom()).add(BigInteger.ONE);
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** What a browser that asks for this host is shown. */
  SSLContext context(String host) throws IOException {
    if (hosts.size() > MOST_HOSTS) {
      hosts.clear();
    }
    SSLContext known = hosts.get(host);
    if (known != null) {
      return known;
    }
    try {
      boolean address = host.matches("[\\d.]+") || host.contains(":");
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              certificate,
              serial(),
              Date.from(Instant.now().minus(Duration.ofDays(1))),
              Date.from(Instant.now().plus(HOST_LIFE)),
              new X500Name("CN=archived host"),
              hostKeys.getPublic());
      builder.addExtension(
          Extension.subjectAlternativeName,
          true,
          new GeneralNames(
              new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host)));
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_SECRET);
      store.setKeyEntry(
          "host",
          hostKeys.getPrivate(),
          NO_SECRET,
          new Certificate[] {signed(builder, key), certificate});
      KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
      managers.init(store, NO_SECRET);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      hosts.put(host, context);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("no certificate for " + host, e);
    }
  }
}
