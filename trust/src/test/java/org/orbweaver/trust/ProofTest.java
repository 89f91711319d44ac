package org.orbweaver.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;

class ProofTest {
  private static final Period PERIOD = new Period(20_000);
  private static final byte[] PAGE = "<a href=b>".getBytes(StandardCharsets.UTF_8);
  private static final String ADDRESS = "https://example.org/";

  /** A stand-in for a key pair: what is signed with it is hashed with its name. */
  private record NamedNotary(String name) implements Notary {
    @Override
    public byte[] publicKey() {
      return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] sign(byte[] message) {
      return Hash.of(name).add(message).bytes();
    }

    @Override
    public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
      String who = new String(publicKey, StandardCharsets.UTF_8);
      return Arrays.equals(Hash.of(who).add(message).bytes(), signature);
    }
  }

  private static final Notary LIAR = new NamedNotary("liar");

  private static final Proof.Extraction RULE =
      (version, address, page) ->
          version == 1 ? VouchedCapture.links(List.of("https://example.org/b")) : null;

  private static Signed<Commitment> commitment(Notary by, long run, int number, byte[] root) {
    return Signed.by(
        by,
        new Commitment(
            PERIOD, run, number, 7, 3, root(0), root, new byte[32], new byte[32], new byte[32]));
  }

  private static byte[] root(int fill) {
    byte[] root = new byte[32];
    Arrays.fill(root, (byte) fill);
    return root;
  }

  @Test
  void twoCommitmentsOfOneRunUnderOneNumberProveALie() {
    Proof proof =
        new Proof.Contradiction(commitment(LIAR, 5, 1, root(1)), commitment(LIAR, 5, 1, root(2)));
    assertThat(proof.holds(LIAR, RULE)).isTrue();
    Proof read = Objects.requireNonNull(Proof.read(proof.bytes()));
    assertThat(read.holds(LIAR, RULE)).isTrue();
    assertThat(read.subject()).isEqualTo(Signed.name(LIAR.publicKey()));
  }

  @Test
  void aRestoredBackupDoesNotConvictItsOwner() {
    Proof proof =
        new Proof.Contradiction(commitment(LIAR, 5, 1, root(1)), commitment(LIAR, 6, 1, root(2)));
    assertThat(proof.holds(LIAR, RULE)).isFalse();
  }

  @Test
  void nobodyIsConvictedByWhatAnotherSigned() {
    Signed<Commitment> true1 = commitment(LIAR, 5, 1, root(1));
    Signed<Commitment> forged =
        new Signed<>(commitment(LIAR, 5, 1, root(2)).says(), true1.publicKey(), true1.signature());
    assertThat(new Proof.Contradiction(true1, forged).holds(LIAR, RULE)).isFalse();
    assertThat(new Proof.Contradiction(true1, true1).holds(LIAR, RULE)).isFalse();
  }

  private static Proof falseLinks(List<String> links, int extractor, byte[] page) {
    List<VouchedCapture> captures = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      captures.add(
          new VouchedCapture(
              VouchedCapture.name(ADDRESS),
              VouchedCapture.payload(PAGE),
              VouchedCapture.links(links),
              extractor,
              i));
    }
    WorkTree tree = new WorkTree(captures);
    return new Proof.FalseLinks(
        commitment(LIAR, 1, 1, tree.root()), captures.get(4), 4, tree.path(4), ADDRESS, page);
  }

  @Test
  void linksThatDoNotFollowFromTheSignedBytesProveALie() {
    Proof proof = falseLinks(List.of("https://spam.example/"), 1, PAGE);
    assertThat(proof.holds(LIAR, RULE)).isTrue();
    Proof read = Objects.requireNonNull(Proof.read(proof.bytes()));
    assertThat(read.holds(LIAR, RULE)).isTrue();
  }

  @Test
  void trueLinksOtherBytesRenderedPagesAndOldVersionsProveNothing() {
    List<String> spam = List.of("https://spam.example/");
    assertThat(falseLinks(List.of("https://example.org/b"), 1, PAGE).holds(LIAR, RULE)).isFalse();
    assertThat(falseLinks(spam, 1, new byte[] {1}).holds(LIAR, RULE)).isFalse();
    assertThat(falseLinks(spam, 0, PAGE).holds(LIAR, RULE)).isFalse();
    assertThat(falseLinks(spam, 9, PAGE).holds(LIAR, RULE)).isFalse();
  }

  @Test
  void everyCaptureCanBeShownAloneAtItsPlaceOnly() {
    for (int size = 1; size < 20; size++) {
      List<VouchedCapture> captures = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        captures.add(new VouchedCapture(root(1), root(2), root(3), 1, i));
      }
      WorkTree tree = new WorkTree(captures);
      for (int i = 0; i < size; i++) {
        assertThat(WorkTree.holds(tree.root(), captures.get(i), i, tree.path(i))).isTrue();
        assertThat(WorkTree.holds(tree.root(), captures.get(i), i + 64, tree.path(i))).isFalse();
      }
    }
  }

  @Test
  void damagedEvidenceNeverHoldsAndNeverThrows() {
    Random random = new Random(3);
    byte[] whole = falseLinks(List.of("https://spam.example/"), 1, PAGE).bytes();
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      if (damaged.length > 0) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
      }
      Proof proof = Proof.read(damaged);
      assertThat(proof != null && proof.holds(LIAR, RULE)).isFalse();
    }
  }

  private static Word said(String by, Statement.OfOthers says) {
    return Word.of(closing(new NamedNotary(by), List.of(says)).commitment(), says);
  }

  private static Closing closing(Notary by, List<Statement.OfOthers> said) {
    Commitment commitment =
        new Commitment(PERIOD, 1, 1, 7, 0, root(0), root(0), Closing.root(said), root(0), root(0));
    return new Closing(Signed.by(by, commitment), said);
  }

  @Test
  void onlyVotesOfTheJuryCountAndEachJurorsOnce() {
    List<Elector> jurors = new ArrayList<>();
    List<Word> votes = new ArrayList<>();
    Statement.Accusation accusation =
        new Statement.Accusation(PERIOD, Key.ZERO, PERIOD, 1, 7, root(4));
    Statement.Vote vote = new Statement.Vote(PERIOD, Key.ZERO, accusation.hash(), Sight.DIFFERENT);
    for (int i = 0; i < Jury.SEATS; i++) {
      String juror = "juror " + i;
      jurors.add(new Elector(Signed.name(new NamedNotary(juror).publicKey()), i, 1));
      if (i < 29) {
        votes.add(said(juror, vote));
        votes.add(said(juror, vote));
      }
    }
    votes.add(said("stranger", vote));
    Jury jury = new Jury(jurors, Jury.SEATS);
    assertThat(new Testimony(Key.MAX, accusation, votes).outcome(jury)).isEqualTo(JuryOutcome.HUNG);
    votes.add(said("juror 40", vote));
    assertThat(new Testimony(Key.MAX, accusation, votes).outcome(jury))
        .isEqualTo(JuryOutcome.UPHELD);
  }

  private static List<Statement.OfOthers> findings(int count) {
    List<Statement.OfOthers> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          new Statement.Findings(
              PERIOD, Key.MAX, PERIOD, List.of(new Statement.Finding(i, Sight.DIFFERENT))));
    }
    return all;
  }

  @Test
  void aPeriodIsClosedWithAllThatWasSaidInItAndNothingElse() {
    for (int size = 0; size < 6; size++) {
      List<Statement.OfOthers> all = findings(size);
      Closing read = Objects.requireNonNull(read(closing(LIAR, all)));
      assertThat(read.isGenuine(LIAR)).isTrue();
      assertThat(read.said()).hasSize(size);
      List<Statement.OfOthers> more = new ArrayList<>(all);
      more.add(new Statement.Vote(PERIOD, Key.MAX, root(1), Sight.DIFFERENT));
      assertThat(new Closing(read.commitment(), more).isGenuine(LIAR)).isFalse();
      if (size > 0) {
        assertThat(new Closing(read.commitment(), all.subList(1, size)).isGenuine(LIAR)).isFalse();
      }
    }
    Statement.Vote ofAnother =
        new Statement.Vote(PERIOD.plus(1), Key.MAX, root(1), Sight.DIFFERENT);
    assertThat(closing(LIAR, List.of(ofAnother)).isGenuine(LIAR)).isFalse();
  }

  private static @Nullable Closing read(Closing closing) {
    return Closing.read(ByteBuffer.wrap(closing.bytes()));
  }

  @Test
  void whoSaysMoreThanAnybodyReadsSaysAsMuchAsIsRead() {
    List<Statement.OfOthers> readable = Closing.readable(findings(10_000));
    assertThat(readable).hasSizeBetween(5_000, 7_000);
    assertThat(read(closing(LIAR, readable))).isNotNull();
    assertThat(read(closing(LIAR, findings(10_000)))).isNull();
  }

  @Test
  void damagedClosingsAreNeverGenuineAndNeverThrow() {
    Random random = new Random(4);
    byte[] whole = closing(LIAR, findings(3)).bytes();
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      if (damaged.length > 0) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
      }
      Closing read = Closing.read(ByteBuffer.wrap(damaged));
      assertThat(read != null && read.isGenuine(LIAR)).isFalse();
    }
  }

  @Test
  void aCaptureIsShownByItsPartAndTheNodesOfAllParts() {
    for (int size : new int[] {1, 15, 16, 17, 32, 33, 100, 1000}) {
      List<VouchedCapture> captures = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        captures.add(new VouchedCapture(root(1), root(2), root(3), 1, i));
      }
      List<WorkTree> parts = new ArrayList<>();
      for (int from = 0; from < size; from += WorkTree.PART) {
        parts.add(new WorkTree(captures.subList(from, Math.min(size, from + WorkTree.PART))));
      }
      WorkTree above = WorkTree.above(parts.stream().map(WorkTree::root).toList());
      WorkTree whole = new WorkTree(captures);
      assertThat(above.root()).isEqualTo(whole.root());
      for (int i = 0; i < size; i++) {
        List<byte[]> path = WorkTree.path(parts.get(i / WorkTree.PART), above, i);
        assertThat(path).containsExactlyElementsOf(whole.path(i));
        assertThat(WorkTree.holds(whole.root(), captures.get(i), i, path)).isTrue();
      }
    }
  }

  @Test
  void everyStatementIsReadAsItWasWritten() {
    List<Statement> all =
        List.of(
            commitment(LIAR, 5, 1, root(1)).says(),
            new Statement.Accusation(PERIOD, Key.MAX, PERIOD, 3, -9, root(2)),
            new Statement.Vote(PERIOD, Key.MAX, root(3), Sight.CHANGING),
            new Statement.Findings(
                PERIOD, Key.MAX, PERIOD, List.of(new Statement.Finding(9, Sight.UNREACHED))),
            new Statement.Refusal(
                PERIOD, Key.MAX, Gate.Service.DISK, Gate.Reason.BANNED_BY_HAND, 12));
    for (Statement each : all) {
      Statement read = Objects.requireNonNull(Statement.read(each.bytes()));
      assertThat(read.isSameAs(each)).isTrue();
      assertThat(Statement.read(Arrays.copyOf(each.bytes(), each.bytes().length + 1))).isNull();
    }
  }
}
