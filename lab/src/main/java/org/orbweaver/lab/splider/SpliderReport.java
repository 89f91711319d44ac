package org.orbweaver.lab.splider;

import java.util.List;

/**
 * The strategies compared in the same worlds.
 *
 * @param tableShare the world's C
 * @param wantedRecall what the sweep was asked for
 * @param worlds each of them, if they are strange
 */
public record SpliderReport(
    int nodes,
    int seeds,
    long firstSeed,
    double tableShare,
    double wantedRecall,
    String mode,
    Conditions conditions,
    List<StrategyFigures> strategies,
    List<WorldLine> worlds) {}
