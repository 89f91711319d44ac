package org.orbweaver.sim.world;

/** What a node is in truth, which no packet tells. */
public enum NodeRole {
  HONEST,
  /** One of many IDs that an attacker runs at one address. */
  SYBIL,
  /** One of the IDs that an attacker chose to surround a target. */
  ECLIPSE,
  /** A test node that the world answers for, planted at a chosen ID. */
  PLANTED,
  /** A node under test, run by somebody else: in the tables like any other, never answered for. */
  GUEST
}
