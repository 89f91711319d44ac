package org.orbweaver.app.capture;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** By which captures and records are told apart. */
final class Sha256 {
  private Sha256() {}

  static MessageDigest create() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
