package org.orbweaver.lab.splider;

import java.util.List;
import org.orbweaver.census.Belief;

/**
 * What one crawl of one world came to.
 *
 * @param captured the nodes heard of, live or dead: what Splider's table I counts
 * @param live the nodes that answered from start to end
 * @param liveFound how many of them were heard of
 * @param silences questions without an answer
 * @param repeated how often an answer told of a node that was known already
 * @param busiest the most packets that any one node was sent
 * @param asked how many nodes were sent a question
 * @param liveAnswered of the live ones those that answered one
 * @param bytesPerNode of the known set
 */
record CrawlFigures(
    int captured,
    int live,
    int liveFound,
    int planted,
    int plantedFound,
    long packets,
    long silences,
    long repeated,
    int busiest,
    int asked,
    int liveAnswered,
    Belief belief,
    double bytesPerNode,
    double seconds,
    List<GrowthCurve.Point> growth,
    List<LevelGrowth.Point> levels) {

  double liveRecall() {
    return (double) liveFound / live;
  }
}
