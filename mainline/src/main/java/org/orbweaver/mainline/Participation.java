package org.orbweaver.mainline;

import java.util.List;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.wire.PacketHandler;

/** Our part in one of the two DHTs: its homes, its lookups, its upkeep. */
final class Participation {
  private final Network network;
  private final List<LocalHome> homes;
  private final LookupSchedule schedule;
  private final TableMaintenance maintenance;
  private final DhtClient client;

  Participation(
      long now,
      Network network,
      List<LocalHome> homes,
      Asker asker,
      MainlineSettings settings,
      NodeCounters counters,
      Bootstrap bootstrap,
      List<Contact> saved,
      RandomGenerator random) {
    this.network = network;
    this.homes = homes;
    this.schedule = new LookupSchedule(asker, homes, settings, counters);
    this.client = new DhtClient(schedule, asker, random);
    GettingIn gettingIn =
        new GettingIn(network, schedule, asker, bootstrap, saved, homes.size(), random);
    this.maintenance =
        new TableMaintenance(now, network, homes, schedule, asker, gettingIn, random);
  }

  Network network() {
    return network;
  }

  List<LocalHome> homes() {
    return homes;
  }

  LookupSchedule schedule() {
    return schedule;
  }

  DhtClient client() {
    return client;
  }

  /**
   * @return when it wants to be called again
   */
  long onTick(long now) {
    schedule.onTick(now);
    return maintenance.onTick(now);
  }

  /** Lookups that ended since the last tick may have made room for others. */
  long nextWakeUp(long now) {
    return schedule.wantsTick() ? now : PacketHandler.NEVER;
  }
}
