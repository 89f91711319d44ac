package org.orbweaver.mainline;

/**
 * How an announce or a put ended.
 *
 * @param lookup the way to the nodes that were asked to store
 * @param stored how many of them said they did
 * @param refused how many answered with an error
 * @param lastError the code of the last error, 0 if there was none; 301 and 302 mean that somebody
 *     else has written meanwhile (BEP 44)
 */
public record WriteResult(LookupResult lookup, int stored, int refused, long lastError) {}
