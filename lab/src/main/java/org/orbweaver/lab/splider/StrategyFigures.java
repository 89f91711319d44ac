package org.orbweaver.lab.splider;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.strategy.StrategyName;

/**
 * One strategy's figures, the means over all worlds unless said otherwise. Estimates are the
 * crawler's own, null if it makes none.
 *
 * @param nodesPerPacket captured nodes, live or dead, by packets sent: the paper's TCE
 * @param liveRecall the share of live nodes that were heard of
 * @param plantedRecall of the planted nodes of all worlds together
 * @param plantedNodes how many that are
 * @param repeatedCaptures how often an answer told of a node that was known already
 * @param unansweredPackets to dead nodes, or lost
 * @param mostPacketsToOneNode in any world
 * @param askedShare the share of captured nodes that were asked something: all when verifying
 * @param answeredRecall the share of live nodes that answered something themselves
 * @param worstRecallError the largest difference between estimated and true recall in any world
 * @param estimatedLiveNodesError the standard error that the crawl gives its estimate, on average
 * @param worstLiveNodesError how far that was off in any world, as a share of the live nodes
 * @param trueNodes how many there are, planted ones included
 * @param growth in the first world
 * @param levels of splitting, in the first world
 */
public record StrategyFigures(
    String strategy,
    double nodesPerPacket,
    double liveNodesPerPacket,
    double liveRecall,
    double plantedRecall,
    int plantedNodes,
    int plantedMissed,
    double capturedNodes,
    double packets,
    double packetsPerNode,
    double repeatedCaptures,
    double unansweredPackets,
    int mostPacketsToOneNode,
    double askedShare,
    double answeredRecall,
    @Nullable Double estimatedRecall,
    @Nullable Double worstRecallError,
    @Nullable Double estimatedNodes,
    double trueNodes,
    @Nullable Double estimatedLiveNodes,
    @Nullable Double estimatedLiveNodesError,
    @Nullable Double worstLiveNodesError,
    double trueLiveNodes,
    double bytesPerKnownNode,
    double seconds,
    List<GrowthCurve.Point> growth,
    List<LevelGrowth.Point> levels) {

  static StrategyFigures of(StrategyName name, int trueNodes, List<CrawlFigures> runs) {
    return new StrategyFigures(
        name.name().toLowerCase(Locale.ROOT),
        mean(runs, run -> (double) run.captured() / run.packets()),
        mean(runs, run -> (double) run.liveFound() / run.packets()),
        mean(runs, CrawlFigures::liveRecall),
        (double) sum(runs, CrawlFigures::plantedFound) / sum(runs, CrawlFigures::planted),
        sum(runs, CrawlFigures::planted),
        sum(runs, run -> run.planted() - run.plantedFound()),
        mean(runs, CrawlFigures::captured),
        mean(runs, CrawlFigures::packets),
        mean(runs, run -> (double) run.packets() / run.captured()),
        mean(runs, CrawlFigures::repeated),
        mean(runs, CrawlFigures::silences),
        runs.stream().mapToInt(CrawlFigures::busiest).max().orElse(0),
        mean(runs, run -> (double) run.asked() / run.captured()),
        mean(runs, run -> (double) run.liveAnswered() / run.live()),
        known(mean(runs, run -> run.belief().recall())),
        known(
            runs.stream()
                .mapToDouble(run -> Math.abs(run.belief().recall() - run.liveRecall()))
                .max()
                .orElse(Double.NaN)),
        known(mean(runs, run -> run.belief().nodes())),
        trueNodes,
        known(mean(runs, run -> run.belief().liveNodes())),
        known(mean(runs, run -> run.belief().liveNodesError())),
        known(
            runs.stream()
                .mapToDouble(run -> Math.abs(run.belief().liveNodes() / run.live() - 1))
                .max()
                .orElse(Double.NaN)),
        mean(runs, CrawlFigures::live),
        mean(runs, CrawlFigures::bytesPerNode),
        mean(runs, CrawlFigures::seconds),
        runs.getFirst().growth(),
        runs.getFirst().levels());
  }

  private static int sum(List<CrawlFigures> runs, ToIntFunction<CrawlFigures> figure) {
    return runs.stream().mapToInt(figure).sum();
  }

  private static double mean(List<CrawlFigures> runs, ToDoubleFunction<CrawlFigures> figure) {
    return runs.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
