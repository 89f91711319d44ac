package org.orbweaver.app.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.orbweaver.overlay.trust.PeerNotary;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Proof;

/** A proof as a file that one person gives another, who need not believe the first. */
public final class EvidenceFile {
  /** A page of 64 MB and what is around it. */
  private static final long LONGEST = 64L << 20;

  /**
   * @param holds whether it proves that the subject lied
   * @param subject whom it is about, by the hash of its key
   * @param day the period
   */
  public record Finding(boolean holds, String kind, String subject, String day, String because) {}

  /** Checks signatures, and signs nothing. */
  private static final Notary ANYBODY =
      new Notary() {
        @Override
        public byte[] publicKey() {
          return new byte[0];
        }

        @Override
        public byte[] sign(byte[] message) {
          throw new UnsupportedOperationException("a reader of evidence signs nothing");
        }

        @Override
        public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
          return PeerNotary.isSigned(publicKey, message, signature);
        }
      };

  private EvidenceFile() {}

  public static void write(Path file, Proof proof) throws IOException {
    Files.write(file, proof.bytes());
  }

  public static Finding verify(Path file) throws IOException {
    if (Files.size(file) > LONGEST) {
      throw new IOException(file + " is longer than any evidence");
    }
    Proof proof = Proof.read(Files.readAllBytes(file));
    if (proof == null) {
      return new Finding(false, "none", "", "", "this is no evidence, or a part of it is missing");
    }
    boolean holds = proof.holds(ANYBODY, new LinkRule());
    return new Finding(
        holds,
        kind(proof),
        proof.subject().toString(),
        LocalDate.ofEpochDay(proof.period().number()).toString(),
        holds ? because(proof) : "it does not hold: signatures, hashes or the claim are not so");
  }

  private static String kind(Proof proof) {
    return switch (proof) {
      case Proof.Contradiction contradiction -> "contradiction";
      case Proof.FalseLinks links -> "false links";
    };
  }

  static String because(Proof proof) {
    return switch (proof) {
      case Proof.Contradiction contradiction ->
          "one run of the peer signed two different commitments under one number";
      case Proof.FalseLinks links ->
          "the links it signed do not follow from the bytes it signed for " + links.address();
    };
  }
}
