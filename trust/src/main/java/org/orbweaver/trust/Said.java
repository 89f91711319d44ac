package org.orbweaver.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.OfOthers;

/**
 * What a peer said of another in a period, and the way from it to the root under which that period
 * is closed. One signature a period stands for all that a peer says; and since it signs one root
 * only, nothing can be added later, nor something else be told to somebody else: two roots of one
 * run are a {@link Proof.Contradiction}.
 *
 * <pre>
 *   | signed commitment | index 4 | hashes 1 | 32 each | statement length 2 | statement |
 * </pre>
 */
public record Said<S extends OfOthers>(
    Signed<Commitment> under, int index, List<byte[]> path, S says) {
  private static final int DEEPEST = 24;

  public Said {
    path = List.copyOf(path);
  }

  /** All that was said in the period that the commitment closes, in the order of its tree. */
  public static List<Said<OfOthers>> under(Signed<Commitment> commitment, List<OfOthers> all) {
    WorkTree tree = WorkTree.over(all);
    List<Said<OfOthers>> said = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      said.add(new Said<>(commitment, i, tree.path(i), all.get(i)));
    }
    return said;
  }

  /** Whether its speaker closed the period with it; costs a look at a signature. */
  public boolean isGenuine(Notary notary) {
    return isUnderRoot() && under.isGenuine(notary);
  }

  /** The same but for the signature, which stands for many. */
  public boolean isUnderRoot() {
    return says.period().equals(under.says().period())
        && WorkTree.holds(under.says().said(), says.hash(), index, path);
  }

  public Key speaker() {
    return under.speaker();
  }

  public byte[] bytes() {
    byte[] signed = under.bytes();
    byte[] body = says.bytes();
    ByteBuffer out =
        ByteBuffer.allocate(signed.length + 7 + path.size() * Hash.BYTES + body.length)
            .put(signed)
            .putInt(index)
            .put((byte) path.size());
    path.forEach(out::put);
    return out.putShort((short) body.length).put(body).array();
  }

  /** Reads the next one; null if there is none. Whether it is genuine is another question. */
  public static @Nullable Said<OfOthers> read(ByteBuffer in) {
    Signed<Commitment> under = Signed.readCommitment(in);
    if (under == null || in.remaining() < 5) {
      return null;
    }
    int index = in.getInt();
    int hashes = in.get() & 0xFF;
    if (hashes > DEEPEST || in.remaining() < hashes * Hash.BYTES) {
      return null;
    }
    List<byte[]> path = new ArrayList<>();
    for (int i = 0; i < hashes; i++) {
      byte[] hash = new byte[Hash.BYTES];
      in.get(hash);
      path.add(hash);
    }
    byte[] body = Signed.block(in, 2);
    Statement statement = body == null ? null : Statement.read(body);
    return statement instanceof OfOthers says ? new Said<>(under, index, path, says) : null;
  }
}
