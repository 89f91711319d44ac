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
 * An accusation and what the jurors say they saw, all of it found genuine. It can never be proven:
 * an origin may cloak, change, or be the attacker's. That the jury was drawn rightly and voted so,
 * anybody can check.
 */
record Testimony(Key accuser, Accusation accusation, List<Word> votes) {
  Testimony {
    votes = List.copyOf(votes);
  }

  /** What the jury decided: only votes of its members count, each member's first. */
  JuryOutcome outcome(Jury jury) {
    if (!jury.isFull()) {
      return JuryOutcome.HUNG;
    }
    byte[] about = accusation.hash();
    Set<Key> seated = new HashSet<>();
    jury.jurors().forEach(juror -> seated.add(juror.id()));
    Map<Sight, Integer> sights = new EnumMap<>(Sight.class);
    for (Word each : votes) {
      if (each.says() instanceof Vote vote
          && Arrays.equals(vote.accusation(), about)
          && seated.remove(each.speaker())) {
        sights.merge(vote.sight(), 1, Integer::sum);
      }
    }
    return Jury.decide(
        sights.getOrDefault(Sight.DIFFERENT, 0),
        sights.getOrDefault(Sight.AS_COMMITTED, 0),
        jury.seats());
  }

  /** What follows for the accused and the accuser. */
  JuryVerdict verdict(Jury jury, Period decided, long subjectNetwork) {
    return new JuryVerdict(
        decided, accusation.subject(), subjectNetwork, accuser, accusation.origin(), outcome(jury));
  }
}
