package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;

/**
 * Which IP address each host of the world has, and which host has an address. Most hosts have one
 * node, number 0; hosts that stand for a carrier's NAT or an attacker's server have more, told
 * apart by their ports.
 */
interface AddressPlan {
  int NO_HOST = -1;

  Endpoint endpoint(int host, int member);

  /** The host at that address, whatever the port, or {@link #NO_HOST}. */
  int host(Endpoint endpoint);

  /** Which of the host's nodes would listen there; no promise that the host has so many. */
  int member(int host, Endpoint endpoint);

  /** An address that looks like the others; that nobody has it is for the caller to check. */
  Endpoint anywhere(long hash);

  /** What a careless client tells of a neighbour behind its own router; never leads anywhere. */
  Endpoint unreachable(int port);
}
