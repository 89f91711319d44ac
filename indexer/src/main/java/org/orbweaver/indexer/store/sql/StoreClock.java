package org.orbweaver.indexer.store.sql;

/**
 * The database's clock, which all indexers on one store share: by a clock of its own that is an
 * hour fast, one of them would take every other's leases for run out.
 */
final class StoreClock {
  private final Database database;
  private volatile long skew;

  StoreClock(Database database) {
    this.database = database;
    measure();
  }

  /** Looks again how far ahead of ours it is. */
  void measure() {
    skew = database.read(database.dialect()::secondsAhead);
  }

  long seconds(long now) {
    return Seconds.of(now) + skew;
  }
}
