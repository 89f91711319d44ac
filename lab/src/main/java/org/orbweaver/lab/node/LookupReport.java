package org.orbweaver.lab.node;

import java.util.List;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.sim.world.PopulationOptions;

/**
 * What {@link LookupExperiment} found.
 *
 * @param oneHomeQueries per lookup, without cache
 * @param sharedTableQueries the same with 64 homes
 * @param naturalOrderQueries with 64 homes, cache, and keys in natural order
 * @param leastExactShare of the rows the first figures come from: loss per packet, as many retries
 *     as our node makes
 */
public record LookupReport(
    int nodes,
    double deadShare,
    int lookups,
    long seed,
    double oneHomeQueries,
    double sharedTableQueries,
    double naturalOrderQueries,
    double leastExactShare,
    List<Row> rows) {

  /** What "2 % loss" means. */
  public enum Loss {
    /** Of 100 queries sent to live nodes, 98 are answered. */
    PER_EXCHANGE(1 - Math.sqrt(0.98)),
    /** Of 100 packets 98 arrive, so that 96 of 100 queries are answered: the harder reading. */
    PER_PACKET(0.02);

    private final double packets;

    Loss(double packets) {
      this.packets = packets;
    }

    /** The share of packets lost on their way. */
    public double packets() {
      return packets;
    }
  }

  /**
   * One series.
   *
   * @param retries how often one lookup asks a silent node again
   * @param cache with the lookup cache, on keys in natural order; else random keys without
   * @param atOnce lookups under way at any time
   */
  public record Case(Loss loss, int retries, int homes, boolean cache, int atOnce) {}

  /** A series and how it went. */
  public record Row(Case series, int tableEntries, LookupOutcome outcome) {}

  public LookupReport {
    rows = List.copyOf(rows);
  }

  static LookupReport of(int nodes, int lookups, long seed, List<Row> rows) {
    List<Row> ours =
        rows.stream()
            .filter(row -> row.series.loss == Loss.PER_PACKET)
            .filter(row -> row.series.retries == LookupSettings.PUBLIC.retries())
            .toList();
    return new LookupReport(
        nodes,
        PopulationOptions.SILENT,
        lookups,
        seed,
        ours.get(0).outcome.queriesPerLookup(),
        ours.get(1).outcome.queriesPerLookup(),
        ours.get(2).outcome.queriesPerLookup(),
        ours.stream().mapToDouble(row -> row.outcome.exactShare()).min().orElseThrow(),
        rows);
  }
}
