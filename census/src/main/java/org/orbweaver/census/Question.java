package org.orbweaver.census;

import org.orbweaver.kademlia.Key;

/**
 * One packet that a strategy wants sent: find_node, or any other query whose answer lists the
 * contacts closest to a target.
 *
 * @param node the number of the node to ask
 */
public record Question(int node, Key target) {}
