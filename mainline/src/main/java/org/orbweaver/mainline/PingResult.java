package org.orbweaver.mainline;

import java.time.Duration;
import java.util.Optional;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;

/**
 * How a ping ended.
 *
 * @param node who answered, empty if nobody did
 * @param version the client it says it is, as sent; empty if it does not say
 */
public record PingResult(
    Endpoint asked, Optional<Contact> node, Duration roundTrip, String version) {}
