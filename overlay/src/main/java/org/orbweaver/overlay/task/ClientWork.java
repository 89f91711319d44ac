package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * What a client signs when it brings what came of a task: the record of it is the lender's, but a
 * false capture can be laid at the client's door.
 *
 * <pre>
 *   | "orbweaver client work" | key 20 | name 8 | round 4 | SHA-256 of the result 32 |
 * </pre>
 */
public final class ClientWork {
  private static final byte[] HEAD = "orbweaver client work".getBytes(StandardCharsets.US_ASCII);

  private ClientWork() {}

  /** That this came of the task in that round. */
  public static byte[] message(EntryId task, int round, byte[] result) {
    byte[] key = new byte[Key.BYTES];
    task.key().write(key, 0);
    byte[] hash = sha256(result);
    return ByteBuffer.allocate(HEAD.length + key.length + Long.BYTES + Integer.BYTES + hash.length)
        .put(HEAD)
        .put(key)
        .putLong(task.name())
        .putInt(round)
        .put(hash)
        .array();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
