package org.orbweaver.census.sweep;

/**
 * What an answer covers: all cells closer to the target than the farthest node it listed.
 *
 * @param responder the number of the node that answered
 * @param target the cell of the target
 * @param radius how many cells are covered whole
 * @param fraction what part of the next cell is covered
 * @param lastRange the range of the bucket in which the answer ended, see {@link BucketRanges}
 */
record Ball(int responder, int target, int radius, double fraction, int lastRange) {}
