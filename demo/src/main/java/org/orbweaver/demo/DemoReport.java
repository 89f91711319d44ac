package org.orbweaver.demo;

import org.jspecify.annotations.Nullable;

/**
 * What a demonstration has shown, and when, in seconds since it began; null for what it has not.
 *
 * @param counted nodes in the latest census
 * @param inTruth nodes that answer in the made-up DHT
 * @param takenOverAfter the work of the peer that died was done by others
 * @param cheat the address of the peer that cheats
 */
public record DemoReport(
    String console,
    double seconds,
    int editions,
    long pagesFetched,
    @Nullable Double censusAfter,
    long counted,
    long inTruth,
    @Nullable Double torrentsAfter,
    long torrents,
    @Nullable Double killedAfter,
    @Nullable Double missedAfter,
    @Nullable Double takenOverAfter,
    String cheat,
    @Nullable Double foundOutAfter,
    @Nullable String standing,
    @Nullable String evidence) {}
