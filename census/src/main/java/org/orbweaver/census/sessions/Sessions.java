package org.orbweaver.census.sessions;

import java.util.List;

/**
 * What a series of snapshots came to.
 *
 * @param hours from one snapshot to the next
 * @param answered how many nodes answered in each snapshot
 * @param came how many of them began a session there
 * @param left how many had been there in the snapshot before for the last time
 */
public record Sessions(
    double hours,
    Survival survival,
    List<Integer> answered,
    List<Integer> came,
    List<Integer> left) {}
