package org.orbweaver.archive.warc;

import java.io.IOException;
import java.io.InputStream;
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

  /** Of all that is still to be read. */
  public static byte[] of(InputStream bytes) throws IOException {
    MessageDigest sha1 = create();
    byte[] step = new byte[32 << 10];
    int read;
    while ((read = bytes.read(step)) >= 0) {
      sha1.update(step, 0, read);
    }
    return sha1.digest();
  }

  private static MessageDigest platform() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
