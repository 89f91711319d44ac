package org.orbweaver.lab.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** The addresses of a victim's contacts, in whose names somebody sends packets. */
final class StolenNames {
  private final Supplier<List<Endpoint>> contacts;
  private final int atOnce;
  private final int uses;
  private List<Endpoint> names = List.of();
  private int used;

  /**
   * @param atOnce how many names are used at a time
   * @param uses packets sent until others are chosen
   */
  StolenNames(Supplier<List<Endpoint>> contacts, int atOnce, int uses) {
    this.contacts = contacts;
    this.atOnce = atOnce;
    this.uses = uses;
  }

  /** Whose name the next packet bears; null while the victim knows nobody. */
  @Nullable Endpoint next(Random random) {
    if (used++ % uses == 0) {
      List<Endpoint> all = new ArrayList<>(contacts.get());
      Collections.shuffle(all, random);
      names = List.copyOf(all.subList(0, Math.min(atOnce, all.size())));
    }
    return names.isEmpty() ? null : names.get(random.nextInt(names.size()));
  }
}
