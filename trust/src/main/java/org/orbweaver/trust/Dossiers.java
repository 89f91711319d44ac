package org.orbweaver.trust;

import java.util.HashMap;
import java.util.Map;
import org.orbweaver.kademlia.Key;

/** What is known of everybody, and of the sites over which they were judged. */
final class Dossiers {
  private final Map<Key, Dossier> bySubject = new HashMap<>();
  private final CloakingOrigins origins = new CloakingOrigins();

  Dossier of(Key subject) {
    return bySubject.computeIfAbsent(subject, it -> new Dossier());
  }

  Standing standing(Key subject, Period now) {
    return of(subject).standing(now, origins);
  }

  int contested(Key subject, Period now) {
    return of(subject).contested(now, origins);
  }

  /** A jury has decided. */
  void judged(JuryVerdict verdict) {
    of(verdict.subject()).judged(verdict);
    of(verdict.accuser()).accused(verdict);
    origins.add(verdict);
  }
}
