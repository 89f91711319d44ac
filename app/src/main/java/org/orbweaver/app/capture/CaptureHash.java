package org.orbweaver.app.capture;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** By which captures and records are told apart. */
final class CaptureHash {
  private CaptureHash() {}

  static MessageDigest create() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
