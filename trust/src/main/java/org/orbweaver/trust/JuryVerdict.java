package org.orbweaver.trust;

import org.orbweaver.kademlia.Key;

/**
 * What a jury decided, as everybody computes it from the votes.
 *
 * @param subject whose capture it was
 * @param subjectNetwork from where it worked
 * @param origin the network of the site that the page is of
 */
public record JuryVerdict(
    Period period,
    Key subject,
    long subjectNetwork,
    Key accuser,
    long origin,
    JuryOutcome outcome) {}
