package org.orbweaver.sim.world;

/**
 * What the breadth-first crawler finds in a world with all faults off. A result of the lab counts
 * only where this comes out right: a live recall of 0.79 with 100,000 nodes, 0.667 with a million
 * and 0.541 with 16.4 million, each within 0.02.
 *
 * @param nodes how many there are, live and dead
 * @param tableShare the model's C
 * @param liveRecall the share of all live nodes that the crawler heard of
 * @param captured the nodes heard of, live or dead: what Splider's table I counts, since a crawler
 *     that stores every contact cannot tell them apart
 * @param packets sent: four to each live node heard of, one to each dead one
 * @param nodesPerPacket captured by packets, the paper's TCE
 * @param seconds how long the crawl took, without building the world
 */
public record Calibration(
    int nodes,
    long seed,
    double tableShare,
    double liveRecall,
    int captured,
    long packets,
    double nodesPerPacket,
    double buildSeconds,
    double seconds) {

  public static Calibration run(int nodes, long seed, double tableShare) {
    long started = System.nanoTime();
    Population population = new Population(PopulationOptions.honest(nodes, seed));
    Liveness liveness = Liveness.constant(population);
    BreadthFirstCrawl crawl = new BreadthFirstCrawl(population, liveness, tableShare);
    long built = System.nanoTime();
    crawl.run();
    long ended = System.nanoTime();
    int live = 0;
    int found = 0;
    for (int index = 0; index < population.size(); index++) {
      if (liveness.live(index, 0)) {
        live++;
        found += crawl.heardOf(index) ? 1 : 0;
      }
    }
    return new Calibration(
        nodes,
        seed,
        tableShare,
        (double) found / live,
        crawl.captured(),
        crawl.packets(),
        (double) crawl.captured() / crawl.packets(),
        (built - started) / 1e9,
        (ended - built) / 1e9);
  }
}
