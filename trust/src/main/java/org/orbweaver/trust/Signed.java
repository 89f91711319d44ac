package org.orbweaver.trust;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * A statement and whose it is.
 *
 * <pre>
 *   | key length 1 | key | signature length 1 | signature | statement length 2 | statement |
 * </pre>
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record Signed<S extends Statement>(S says, byte[] publicKey, byte[] signature) {
  private static final byte[] PREFIX = "orbweaver trust\n".getBytes(StandardCharsets.US_ASCII);

  public static <S extends Statement> Signed<S> by(Notary notary, S statement) {
    return new Signed<>(statement, notary.publicKey(), notary.sign(message(statement)));
  }

  public boolean isGenuine(Notary notary) {
    return notary.isGenuine(publicKey, message(says), signature);
  }

  /** Nothing else that the same key signs begins so. */
  private static byte[] message(Statement statement) {
    byte[] says = statement.bytes();
    return ByteBuffer.allocate(PREFIX.length + says.length).put(PREFIX).put(says).array();
  }

  public Key speaker() {
    return name(publicKey);
  }

  /** What a peer is called where trust is concerned: its key, not its address. */
  public static Key name(byte[] publicKey) {
    return Hash.of("peer").add(publicKey).key();
  }

  public byte[] bytes() {
    byte[] body = says.bytes();
    return ByteBuffer.allocate(4 + publicKey.length + signature.length + body.length)
        .put((byte) publicKey.length)
        .put(publicKey)
        .put((byte) signature.length)
        .put(signature)
        .putShort((short) body.length)
        .put(body)
        .array();
  }

  /** Reads the next one; null if there is none. Its signature is not looked at. */
  public static @Nullable Signed<Statement> read(ByteBuffer in) {
    byte[] key = block(in, 1);
    byte[] signature = key == null ? null : block(in, 1);
    byte[] body = signature == null ? null : block(in, 2);
    Statement statement = body == null ? null : Statement.read(body);
    return key == null || signature == null || statement == null
        ? null
        : new Signed<>(statement, key, signature);
  }

  /** Reads the next one, if it is a commitment. */
  public static @Nullable Signed<Statement.Commitment> readCommitment(ByteBuffer in) {
    Signed<Statement> signed = read(in);
    return signed != null && signed.says() instanceof Statement.Commitment says
        ? new Signed<>(says, signed.publicKey(), signed.signature())
        : null;
  }

  static byte @Nullable [] block(ByteBuffer in, int lengthBytes) {
    if (in.remaining() < lengthBytes) {
      return null;
    }
    int length = lengthBytes == 1 ? in.get() & 0xFF : in.getShort() & 0xFFFF;
    if (in.remaining() < length) {
      return null;
    }
    byte[] block = new byte[length];
    in.get(block);
    return block;
  }
}
