package org.orbweaver.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.OfOthers;

/**
 * How a peer closes a period: what it commits to, and all that it said of others meanwhile, whose
 * root the commitment has. One signature stands for all of it. Nothing can be added later, nothing
 * shown without the rest, and nothing else be told to somebody else: two roots of one run are a
 * {@link Proof.Contradiction}.
 *
 * <p>Everybody reads all that everybody says, so nothing is shown alone, and no way to the root
 * need travel with it.
 *
 * <pre>
 *   | signed commitment | statement length 2 | statement | … to the end
 * </pre>
 *
 * @param said in the order of its tree
 */
public record Closing(Signed<Commitment> commitment, List<OfOthers> said) {
  /**
   * Of all that is said. A checker that is drawn for 2,000 captures of as many peers, and accuses
   * all of them, needs 220 kB.
   */
  public static final int MOST_BYTES = 240 << 10;

  private static final int LENGTH = 2;

  public Closing {
    said = List.copyOf(said);
  }

  /** As much of what was said, from the first on, as anybody will read. */
  public static List<OfOthers> readable(List<OfOthers> all) {
    int bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      bytes += LENGTH + all.get(i).bytes().length;
      if (bytes > MOST_BYTES) {
        return all.subList(0, i);
      }
    }
    return all;
  }

  /** Under which root such statements stand. */
  public static byte[] root(List<OfOthers> said) {
    return WorkTree.over(said).root();
  }

  public Key speaker() {
    return commitment.speaker();
  }

  /** What it says of others, as their books have it. */
  public List<Word> words() {
    Key speaker = speaker();
    return said.stream().map(each -> Word.of(speaker, commitment, each)).toList();
  }

  /** Whether this is what its speaker closed the period with; costs a look at a signature. */
  public boolean isGenuine(Notary notary) {
    return isWhole() && commitment.isGenuine(notary);
  }

  /** The same but for the signature. */
  public boolean isWhole() {
    Period period = commitment.says().period();
    return said.stream().allMatch(each -> each.period().equals(period))
        && Arrays.equals(root(said), commitment.says().said());
  }

  public byte[] bytes() {
    byte[] signed = commitment.bytes();
    List<byte[]> bodies = said.stream().map(Statement::bytes).toList();
    int length = bodies.stream().mapToInt(each -> LENGTH + each.length).sum();
    ByteBuffer out = ByteBuffer.allocate(signed.length + length).put(signed);
    bodies.forEach(each -> out.putShort((short) each.length).put(each));
    return out.array();
  }

  /**
   * Reads one to the end of the bytes; null if it is none. Signature and root are not looked at.
   */
  public static @Nullable Closing read(ByteBuffer in) {
    Signed<Commitment> commitment = Signed.readCommitment(in);
    if (commitment == null || in.remaining() > MOST_BYTES) {
      return null;
    }
    List<OfOthers> said = new ArrayList<>();
    while (in.hasRemaining()) {
      byte[] body = Signed.block(in, LENGTH);
      Statement statement = body == null ? null : Statement.read(body);
      if (!(statement instanceof OfOthers says)) {
        return null;
      }
      said.add(says);
    }
    return new Closing(commitment, said);
  }
}
