package org.orbweaver.lab.node;

/**
 * How a series of lookups went.
 *
 * @param exactShare of the lookups that found the eight live nodes that really are closest, all of
 *     them and in order
 * @param queriesPerLookup on average, retries included
 * @param slowestTenthSeconds what nine of ten lookups do not exceed
 */
public record LookupOutcome(
    double exactShare, double queriesPerLookup, double medianSeconds, double slowestTenthSeconds) {}
