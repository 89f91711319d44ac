package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * A node under test that takes part in the world: it stands in the tables of others by the same
 * rules as everybody, so their lookups reach it, but it is run by its own handler at its own
 * address. A node with many homes is as many guests.
 *
 * @param ageRank in [0, 1): 0 for a newcomer, 0.99 for one that has been around for months
 * @param joinsAt before this time it counts as dead; 0 if it was always there
 */
public record Guest(Key id, Endpoint endpoint, double ageRank, long joinsAt) {}
