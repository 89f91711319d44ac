package org.orbweaver.trust;

import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.Findings;
import org.orbweaver.trust.Statement.Vote;

/**
 * All that is said of one peer, by itself and by others: the union of what its holders show. It
 * only grows, but for what is too old. Everything in it was found genuine before.
 */
public final class Book {
  private final Key subject;
  private final TreeMap<Period, Signed<Commitment>> commitments = new TreeMap<>();

  /**
   * By speaker and content, so that nothing counts twice, and in their order: of two words of one
   * speaker about one capture the first counts, and it must be the same for every reader.
   */
  private final Map<Period, TreeSet<Word>> said = new HashMap<>();

  private @Nullable Proof proof;

  public Book(Key subject) {
    this.subject = subject;
  }

  public Key subject() {
    return subject;
  }

  /**
   * Takes in what the peer says of itself; returns the proof that it lies if it has said otherwise
   * before. Of two commitments to one period that prove nothing, because a second run made it,
   * everybody takes the same one.
   */
  public Proof.@Nullable Contradiction add(Signed<Commitment> commitment) {
    Signed<Commitment> before = commitments.get(commitment.says().period());
    if (before == null) {
      commitments.put(commitment.says().period(), commitment);
      return null;
    }
    if (before.says().isSameAs(commitment.says())) {
      return null;
    }
    if (HexFormat.of()
            .formatHex(commitment.says().hash())
            .compareTo(HexFormat.of().formatHex(before.says().hash()))
        < 0) {
      commitments.put(commitment.says().period(), commitment);
    }
    boolean oneRun =
        before.says().run() == commitment.says().run()
            && before.says().number() == commitment.says().number();
    return oneRun ? new Proof.Contradiction(before, commitment) : null;
  }

  /** Takes in what another says of this one. */
  public void add(Word word) {
    said.computeIfAbsent(word.says().period(), it -> new TreeSet<>()).add(word);
  }

  /** Whether there is anything in it that was not made up by others. */
  public boolean isOpened() {
    return !commitments.isEmpty() || proof != null;
  }

  /** Whether nothing in it counts any more. */
  public boolean isEmpty() {
    return !isOpened() && said.isEmpty();
  }

  public void add(Proof other) {
    if (proof == null || other.period().compareTo(proof.period()) < 0) {
      proof = other;
    }
  }

  public void forgetBefore(Period oldest) {
    commitments.headMap(oldest, false).clear();
    said.keySet().removeIf(period -> period.compareTo(oldest) < 0);
    if (proof != null && oldest.since(proof.period()) > Period.PROOF_LASTS) {
      proof = null; // or a later one would never take its place
    }
  }

  public @Nullable Signed<Commitment> commitment(Period period) {
    return commitments.get(period);
  }

  public Collection<Period> periods() {
    return commitments.keySet();
  }

  public @Nullable Proof proof() {
    return proof;
  }

  /** Said in that period. */
  Collection<Word> said(Period period) {
    TreeSet<Word> there = said.get(period);
    return there == null ? List.of() : there;
  }

  /** What checkers said in a period that they saw of another's work. */
  List<Word> findings(Period made) {
    return said(made).stream().filter(each -> each.says() instanceof Findings).toList();
  }

  List<Word> accusations(Period made) {
    return said(made).stream().filter(each -> each.says() instanceof Accusation).toList();
  }

  List<Word> votes(Period made) {
    return said(made).stream().filter(each -> each.says() instanceof Vote).toList();
  }
}
