package org.orbweaver.app.census;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotReader;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;

/** A fair sample of a snapshot's nodes, by reservoir: each is as likely as any other. */
public final class NodeSample {
  private NodeSample() {}

  /**
   * Of the nodes that answered; of all, where the snapshot did not ask.
   *
   * @param size at most so many
   * @param asked which addresses may be asked
   */
  public static List<Contact> of(Snapshot snapshot, int size, Predicate<Endpoint> asked) {
    RandomGenerator random = new SplittableRandom(new SecureRandom().nextLong());
    boolean verified = snapshot.info().answered() > 0;
    List<Contact> chosen = new ArrayList<>();
    int seen = 0;
    try (SnapshotReader rows = snapshot.read()) {
      for (SnapshotRow row = rows.next(); row != null; row = rows.next()) {
        if (verified && !row.answered() || !asked.test(row.endpoint())) {
          continue;
        }
        Contact contact = new Contact(row.id(), row.endpoint());
        int place = random.nextInt(++seen);
        if (chosen.size() < size) {
          chosen.add(contact);
        } else if (place < size) {
          chosen.set(place, contact);
        }
      }
    }
    return chosen;
  }
}
