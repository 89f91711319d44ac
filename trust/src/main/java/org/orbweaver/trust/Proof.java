package org.orbweaver.trust;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;

/**
 * What any third person can check again from the bytes alone. It excludes at once.
 *
 * <pre>
 *   | "orbproof" | 1 | signed commitment | signed commitment |
 *   | "orbproof" | 2 | signed commitment | index 4 | url 32 | payload 32 | links 32 | extractor 4 |
 *                | time 8 | hashes 1 | 32 each | address length 2 | address | the page, to the end |
 * </pre>
 */
public sealed interface Proof {
  /** What the file begins with. */
  String MAGIC = "orbproof";

  /** Whether it proves anything. */
  boolean holds(Notary notary, Extraction extraction);

  /** Whom it is about. */
  Key subject();

  Period period();

  byte[] bytes();

  /** How links follow from bytes, by the version of the rule. */
  interface Extraction {
    /** The hash of the links; null if this program does not know that version any more. */
    byte @Nullable [] links(int version, String address, byte[] page);
  }

  /**
   * Two commitments of one run with one number that differ. Of one run, because a restored backup
   * must not convict its owner: it starts a run of its own, with a number that is nowhere stored.
   * Two runs that commit to one period twice only lose what that period would have earned.
   */
  record Contradiction(Signed<Commitment> one, Signed<Commitment> other) implements Proof {
    @Override
    public boolean holds(Notary notary, Extraction extraction) {
      return Arrays.equals(one.publicKey(), other.publicKey())
          && one.says().run() == other.says().run()
          && one.says().number() == other.says().number()
          && !one.says().isSameAs(other.says())
          && one.isGenuine(notary)
          && other.isGenuine(notary);
    }

    @Override
    public Key subject() {
      return one.speaker();
    }

    @Override
    public Period period() {
      return one.says().period();
    }

    @Override
    public byte[] bytes() {
      byte[] first = one.bytes();
      byte[] second = other.bytes();
      return ByteBuffer.allocate(MAGIC.length() + 1 + first.length + second.length)
          .put(MAGIC.getBytes(StandardCharsets.US_ASCII))
          .put((byte) 1)
          .put(first)
          .put(second)
          .array();
    }
  }

  /** Links that do not follow from the bytes, both of them committed to. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record FalseLinks(
      Signed<Commitment> work,
      VouchedCapture capture,
      int index,
      List<byte[]> path,
      String address,
      byte[] page)
      implements Proof {
    @Override
    public boolean holds(Notary notary, Extraction extraction) {
      byte[] follow =
          capture.extractor() == 0 ? null : extraction.links(capture.extractor(), address, page);
      return follow != null
          && Arrays.equals(VouchedCapture.name(address), capture.url())
          && Arrays.equals(VouchedCapture.payload(page), capture.payload())
          && !Arrays.equals(follow, capture.links())
          && WorkTree.holds(work.says().root(), capture, index, path)
          && work.isGenuine(notary);
    }

    @Override
    public Key subject() {
      return work.speaker();
    }

    @Override
    public Period period() {
      return work.says().period();
    }

    @Override
    public byte[] bytes() {
      byte[] signed = work.bytes();
      byte[] where = address.getBytes(StandardCharsets.UTF_8);
      ByteBuffer out =
          ByteBuffer.allocate(
                  MAGIC.length()
                      + 1
                      + signed.length
                      + 19
                      + where.length
                      + Hash.BYTES * (3 + path.size())
                      + page.length)
              .put(MAGIC.getBytes(StandardCharsets.US_ASCII))
              .put((byte) 2)
              .put(signed)
              .putInt(index)
              .put(capture.url())
              .put(capture.payload())
              .put(capture.links())
              .putInt(capture.extractor())
              .putLong(capture.time())
              .put((byte) path.size());
      path.forEach(out::put);
      return out.putShort((short) where.length).put(where).put(page).array();
    }
  }

  /** Reads one from a file's bytes; null if they are none. Whether it holds is another question. */
  static @Nullable Proof read(byte[] bytes) {
    byte[] magic = MAGIC.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length <= magic.length
        || !Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length)) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes).position(magic.length);
    int kind = in.get();
    Signed<Commitment> first = Signed.readCommitment(in);
    if (first == null) {
      return null;
    }
    if (kind == 1) {
      Signed<Commitment> second = Signed.readCommitment(in);
      return second == null || in.hasRemaining() ? null : new Contradiction(first, second);
    }
    return kind == 2 ? falseLinks(first, in) : null;
  }

  private static @Nullable Proof falseLinks(Signed<Commitment> work, ByteBuffer in) {
    if (in.remaining() < 17 + 3 * Hash.BYTES) {
      return null;
    }
    int index = in.getInt();
    VouchedCapture capture =
        new VouchedCapture(hash(in), hash(in), hash(in), in.getInt(), in.getLong());
    int hashes = in.get() & 0xFF;
    if (in.remaining() < hashes * Hash.BYTES) {
      return null;
    }
    List<byte[]> path = new ArrayList<>();
    for (int i = 0; i < hashes; i++) {
      path.add(hash(in));
    }
    byte[] address = Signed.block(in, 2);
    if (address == null) {
      return null;
    }
    byte[] page = new byte[in.remaining()];
    in.get(page);
    return new FalseLinks(
        work, capture, index, path, new String(address, StandardCharsets.UTF_8), page);
  }

  private static byte[] hash(ByteBuffer in) {
    byte[] hash = new byte[Hash.BYTES];
    in.get(hash);
    return hash;
  }
}
