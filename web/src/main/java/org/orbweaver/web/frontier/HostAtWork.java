package org.orbweaver.web.frontier;

/**
 * A host that has something to do.
 *
 * @param record as it will be written down
 * @param readyAt when it may be asked again, in nanoseconds since the epoch
 */
public record HostAtWork(HostRecord record, long readyAt) {}
