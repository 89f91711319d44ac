package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * Who says what came of a task, and when: what a {@linkplain ResultBatch batch} of results was
 * signed with, and the way from this result to the root of their Merkle tree.
 *
 * <pre>
 *   | time 8 | address 16 | port 2 | key n | signature n | leaf 1 | hashes n | 16 each |
 * </pre>
 *
 * @param time in nanoseconds since 1970, by the author's clock
 * @param key the author's public key; empty where nobody signs
 * @param path the hashes beside the way to the root, 16 bytes each
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never changed
public record Authorship(
    long time, Endpoint author, byte[] key, byte[] signature, int leaf, byte[] path) {
  /** Enough that nobody finds another result of the same hash. */
  static final int HASH = 16;

  private static final int HEAD = 8 + 18;
  private static final int KEY = 32;
  private static final int SIGNATURE = 64;
  private static final int DEEPEST = 8;
  static final int LONGEST = HEAD + 1 + KEY + 1 + SIGNATURE + 1 + 1 + DEEPEST * HASH;

  private static final byte[] ROOT = "orbweaver results".getBytes(StandardCharsets.US_ASCII);

  /** Of a result that nobody signed. */
  public static Authorship unsigned(long time, Endpoint author) {
    return new Authorship(time, author, new byte[0], new byte[0], 0, new byte[0]);
  }

  int length() {
    return HEAD + 4 + key.length + signature.length + path.length;
  }

  void write(ByteBuffer out) {
    out.putLong(time).putLong(author.high()).putLong(author.low());
    out.putShort((short) author.port());
    out.put((byte) key.length).put(key).put((byte) signature.length).put(signature);
    out.put((byte) leaf).put((byte) (path.length / HASH)).put(path);
  }

  /** Null if it is none. */
  static @Nullable Authorship read(ByteBuffer in) {
    if (in.remaining() < HEAD) {
      return null;
    }
    long time = in.getLong();
    Endpoint author = new Endpoint(in.getLong(), in.getLong(), in.getShort() & 0xFFFF);
    byte[] key = block(in, 1, KEY);
    byte[] signature = key == null ? null : block(in, 1, SIGNATURE);
    if (key == null || signature == null || !in.hasRemaining()) {
      return null;
    }
    int leaf = in.get() & 0xFF;
    byte[] path = block(in, HASH, DEEPEST);
    return path == null ? null : new Authorship(time, author, key, signature, leaf, path);
  }

  private static byte @Nullable [] block(ByteBuffer in, int unit, int most) {
    int count = in.hasRemaining() ? in.get() & 0xFF : most + 1;
    if (count > most || in.remaining() < count * unit) {
      return null;
    }
    byte[] bytes = new byte[count * unit];
    in.get(bytes);
    return bytes;
  }

  /** The hash of a result that has this author and time. */
  static byte[] leafHash(EntryId task, int round, long time, Endpoint author, byte[] result) {
    ByteBuffer name = ByteBuffer.allocate(28 + 4 + 8 + 18);
    task.key().write(name.array(), 0);
    name.position(20).putLong(task.name()).putInt(round).putLong(time);
    name.putLong(author.high()).putLong(author.low()).putShort((short) author.port());
    return hash((byte) 0, name.array(), result);
  }

  static byte[] parent(byte[] left, byte[] right) {
    return hash((byte) 1, left, right);
  }

  /** Leaves and nodes are told apart by the first byte, so that neither passes for the other. */
  private static byte[] hash(byte kind, byte[] first, byte[] second) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(kind);
      sha.update(first);
      sha.update(second);
      return Arrays.copyOf(sha.digest(), HASH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** What is signed for all results under that root. */
  static byte[] message(byte[] root) {
    return ByteBuffer.allocate(ROOT.length + root.length).put(ROOT).put(root).array();
  }

  /** The root of the tree that this result of that task in that round would be in. */
  byte[] root(EntryId task, int round, byte[] result) {
    byte[] hash = leafHash(task, round, time, author, result);
    for (int depth = 0; depth < path.length / HASH; depth++) {
      byte[] beside = Arrays.copyOfRange(path, depth * HASH, (depth + 1) * HASH);
      hash = (leaf >>> depth & 1) == 0 ? parent(hash, beside) : parent(beside, hash);
    }
    return hash;
  }

  /** Names the signature, of which one look is enough, whatever is under it. */
  public String rootText(EntryId task, int round, byte[] result) {
    return HexFormat.of().formatHex(root(task, round, result))
        + HexFormat.of().formatHex(signature);
  }

  /**
   * Whether the author signed that this came of the task in that round; costs up to a millisecond.
   */
  public boolean isGenuine(Signatures signatures, EntryId task, int round, byte[] result) {
    return signatures.isGenuine(key, message(root(task, round, result)), signature);
  }
}
