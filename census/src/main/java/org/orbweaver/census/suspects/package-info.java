/**
 * Who attacks the network, from one snapshot alone (Splider, section V.C).
 *
 * <p>{@link org.orbweaver.census.suspects.AddressBook} counts the nodes of each address, and the
 * <i>strangers</i> among them: those whose IDs do not follow from their address by BEP 42. {@link
 * org.orbweaver.census.suspects.SybilDetector} looks for addresses with more strangers than chance
 * gives to the customers behind a carrier's NAT; {@link
 * org.orbweaver.census.suspects.EclipseDetector} puts all nodes in the {@link
 * org.orbweaver.census.suspects.IdOrder order of their IDs} and judges every {@link
 * org.orbweaver.census.suspects.Crowd} of eight or more in a subspace where four or fewer are
 * expected. Whatever they report carries a p-value that has been corrected for all that was looked
 * at: the chance that an honest network of this size shows anything like it anywhere.
 */
@NullMarked
package org.orbweaver.census.suspects;

import org.jspecify.annotations.NullMarked;
