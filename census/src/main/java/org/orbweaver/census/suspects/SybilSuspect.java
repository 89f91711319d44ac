package org.orbweaver.census.suspects;

/**
 * An address with many IDs.
 *
 * @param network the /24 or /64 in which it lies
 * @param ids how many different IDs stand there
 * @param strangers how many of them do not follow from the address
 * @param pValue the chance that honest nodes behind shared addresses show as many strangers at any
 *     one address
 */
public record SybilSuspect(String address, String network, int ids, int strangers, double pValue) {}
