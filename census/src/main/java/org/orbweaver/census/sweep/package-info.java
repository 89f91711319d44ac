/**
 * Our way to take a census: by coverage.
 *
 * <p>A node knows nearly everybody in its own neighbourhood of the keyspace: the few nodes of each
 * of its deep buckets. So an answer says more than the eight contacts in it. Out to the eighth, a
 * ball around the target, it also says that there is <i>nobody else</i> the responder knows; an
 * unknown node in there would have been listed with a probability that can be learned. After a few
 * such answers from different nodes a neighbourhood is known to be complete, without a packet
 * wasted on making sure.
 *
 * <p>In order:
 *
 * <ol>
 *   <li>{@link org.orbweaver.census.sweep.SizeProbe} looks up a dozen random targets to learn
 *       roughly how large the network is. That fixes the size of a <i>leaf</i>: a subspace of about
 *       12 nodes.
 *   <li>{@link org.orbweaver.census.sweep.Leaves} sorts the known nodes by leaf. A leaf nobody is
 *       known of is reached by asking the nearest known node, which splits the space top down as
 *       Splider does: one such answer opens many leaves.
 *   <li>{@link org.orbweaver.census.sweep.Coverage} holds, for each cell of a quarter of a node,
 *       the probability that a live node there would still be unknown. {@link
 *       org.orbweaver.census.sweep.ListingOdds} learns what an answer is worth.
 *   <li>{@link org.orbweaver.census.sweep.LeafQueue} yields the leaf where a packet promises most,
 *       {@link org.orbweaver.census.sweep.PairChooser} the responder and the target there.
 *   <li>{@link org.orbweaver.census.sweep.SweepCrawl} stops when the mean over all cells falls to
 *       what was asked for.
 * </ol>
 */
@NullMarked
package org.orbweaver.census.sweep;

import org.jspecify.annotations.NullMarked;
