package org.orbweaver.trust;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Vote;

/**
 * An accusation and what the jurors say they saw. It can never be proven: an origin may cloak,
 * change, or be the attacker's. That the jury was drawn rightly and voted so, anybody can check.
 */
public record Testimony(Signed<Accusation> accusation, List<Signed<Vote>> votes) {
  public Testimony {
    votes = List.copyOf(votes);
  }

  /** What the jury decided: only votes of its members count, each member's first. */
  public JuryOutcome outcome(Notary notary, Jury jury) {
    if (!jury.isFull() || !accusation.isGenuine(notary)) {
      return JuryOutcome.HUNG;
    }
    byte[] about = accusation.says().hash();
    Set<Key> seated = new HashSet<>();
    jury.jurors().forEach(juror -> seated.add(juror.id()));
    Map<Sight, Integer> sights = new EnumMap<>(Sight.class);
    for (Signed<Vote> vote : votes) {
      if (Arrays.equals(vote.says().accusation(), about)
          && seated.remove(vote.speaker())
          && vote.isGenuine(notary)) {
        sights.merge(vote.says().sight(), 1, Integer::sum);
      }
    }
    return Jury.decide(
        sights.getOrDefault(Sight.DIFFERENT, 0), sights.getOrDefault(Sight.AS_COMMITTED, 0));
  }

  /** What follows for the accused and the accuser. */
  public JuryVerdict verdict(Notary notary, Jury jury, long subjectNetwork) {
    Accusation says = accusation.says();
    return new JuryVerdict(
        says.period(),
        says.subject(),
        subjectNetwork,
        accusation.speaker(),
        says.origin(),
        outcome(notary, jury));
  }
}
