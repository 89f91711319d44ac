package org.orbweaver.trust;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Reckoning.Dispute;
import org.orbweaver.trust.Statement.Findings;

/**
 * What a peer makes of testimony by itself where no jury can be seated. Nobody is excluded by it:
 * each refuses to serve whom several contradict, and does not listen to who accuses many alone.
 */
final class SmallSwarm {
  /** Contradicted at so many origins, by so many networks. */
  private static final int SUSPECTED_AT = 2;

  /** Who accuses so many that nobody else does is not heard. */
  private static final int MOST_ACCUSED_ALONE = 3;

  private final List<Dispute> disputes;
  private final Map<Key, Book> books;
  private final Collection<Period> periods;

  SmallSwarm(List<Dispute> disputes, Map<Key, Book> books, Collection<Period> periods) {
    this.disputes = disputes;
    this.books = books;
    this.periods = periods;
  }

  /** Those who accuse several peers with whom two others or more found nothing wrong. */
  Set<Key> accusersAlone() {
    Map<Key, Set<Key>> accusedBy = new HashMap<>();
    for (Dispute each : disputes) {
      accusedBy
          .computeIfAbsent(each.accusation().subject(), it -> new HashSet<>())
          .add(each.accuser());
    }
    Map<Key, Integer> alone = new HashMap<>();
    accusedBy.forEach(
        (subject, accusers) -> {
          if (accusers.size() == 1 && praisers(subject).size() >= SUSPECTED_AT) {
            alone.merge(accusers.iterator().next(), 1, Integer::sum);
          }
        });
    Set<Key> all = new HashSet<>();
    alone.forEach(
        (accuser, count) -> {
          if (count >= MOST_ACCUSED_ALONE) {
            all.add(accuser);
          }
        });
    return all;
  }

  /** Networks of those who found captures of that peer to be as committed. */
  private Set<Long> praisers(Key subject) {
    Set<Long> networks = new HashSet<>();
    Book book = books.get(subject);
    if (book != null) {
      for (Period made : periods) {
        for (Word each : book.findings(made)) {
          if (each.says() instanceof Findings says
              && says.findings().stream().anyMatch(it -> it.sight() == Sight.AS_COMMITTED)) {
            networks.add(each.network());
          }
        }
      }
    }
    return networks;
  }

  /**
   * Whether peers of different networks contradict this one at several origins.
   *
   * @param unheard those to whom nobody listens
   */
  boolean isSuspected(Key subject, Set<Key> unheard) {
    Set<Long> where = new HashSet<>();
    Set<Long> by = new HashSet<>();
    for (Dispute each : disputes) {
      if (each.heard()
          && !unheard.contains(each.accuser())
          && each.accusation().subject().equals(subject)) {
        where.add(each.accusation().origin());
        by.add(Reckoning.network(books.get(each.accuser()), each.accusation().period()));
      }
    }
    return where.size() >= SUSPECTED_AT && by.size() >= SUSPECTED_AT;
  }
}
