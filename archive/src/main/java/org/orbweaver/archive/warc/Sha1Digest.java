package org.orbweaver.archive.warc;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest of WARC's block and payload fields. */
public final class Sha1Digest {
  private static final MessageDigest PLATFORM = platform();

  private Sha1Digest() {}

  /** A copy: asking the platform for one anew costs as much as a small digest. */
  public static MessageDigest create() {
    try {
      return (MessageDigest) PLATFORM.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the platform's SHA-1 can be copied", e);
    }
  }

  private static MessageDigest platform() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
