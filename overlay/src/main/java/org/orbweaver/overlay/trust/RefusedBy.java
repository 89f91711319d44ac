package org.orbweaver.overlay.trust;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.trust.Statement.Refusal;

/** Who refused this peer something, and what it says. Its signature was looked at. */
public record RefusedBy(Endpoint peer, Refusal says) {}
