package org.orbweaver.app.census;

/**
 * What the record of a part of the DHT says of the snapshot that its pieces hold.
 *
 * @param described bytes of the description, which the rows follow
 */
public record SnapshotPart(long nodes, long packets, double seconds, long described) {}
