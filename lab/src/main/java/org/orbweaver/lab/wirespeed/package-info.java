/**
 * How much of the machine's own packet rate is left when a node really reads, routes and writes.
 *
 * <p>{@link org.orbweaver.lab.wirespeed.WireSpeed} starts three processes: two servers that share
 * one processor, and one {@code LoadGenerator} that has another to itself and asks now the one
 * server, now the other. {@code FullStackServer} is our event loop, decoder, routing table and
 * encoder; {@code BareServer} answers with constant bytes in the barest loop there is. {@link
 * org.orbweaver.lab.wirespeed.ServingSpeed} puts the whole Mainline node, {@code NodeServer}, in
 * the first one's place.
 *
 * <p>{@link org.orbweaver.lab.wirespeed.WorldSpeed} does the same to the lab's world on loopback: a
 * {@code WorldVisitor} asks nodes at random addresses, now of {@code WorldServer}, now of {@code
 * BareWildcardServer}, and checks where each reply came from. {@link
 * org.orbweaver.lab.wirespeed.CensusSpeed} lets a {@code CensusVisitor} crawl that world.
 */
@NullMarked
package org.orbweaver.lab.wirespeed;

import org.jspecify.annotations.NullMarked;
