package org.orbweaver.lab.years;

/**
 * What is kept, and by whom.
 *
 * @param diskBytes that each peer gives, all of it full
 * @param bytesPerSecond that a peer sends and takes for repair
 * @param lifeDays a peer stays on average, exponentially
 * @param uptime share of that time it is up; it sleeps for nine hours at most, about once a day
 * @param rotPerMonth share of the blocks of which a copy rots in thirty days
 */
public record YearsOptions(
    int peers,
    int days,
    int blocks,
    double diskBytes,
    long bytesPerSecond,
    double lifeDays,
    double uptime,
    double rotPerMonth,
    long seed) {
  /** 100 GB, 150 kbit/s, 360 days, 80 % (§6.1.2, 6.1.3). */
  public static YearsOptions thesis(int peers, int days, int blocks, long seed) {
    return new YearsOptions(peers, days, blocks, 100e9, 150_000 / 8, 360, 0.8, 0.01, seed);
  }

  /** Half the lives, and asleep four hours of ten, on the same lines. */
  YearsOptions harsher() {
    return new YearsOptions(
        peers, days, blocks, diskBytes, bytesPerSecond, 180, 0.6, rotPerMonth, seed);
  }

  /** The same kind of world with other fates; the first is this one itself. */
  YearsOptions another(int number) {
    return new YearsOptions(
        peers,
        days,
        blocks,
        diskBytes,
        bytesPerSecond,
        lifeDays,
        uptime,
        rotPerMonth,
        seed + 1_000L * number);
  }

  YearsOptions withoutBlocks() {
    return new YearsOptions(
        peers, days, 0, diskBytes, bytesPerSecond, lifeDays, uptime, rotPerMonth, seed);
  }

  /** Of a block, where each is kept so often. */
  double blockBytes(int copies) {
    return diskBytes * peers / ((double) blocks * copies);
  }
}
