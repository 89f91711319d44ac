package org.orbweaver.census.suspects;

import java.util.List;

/**
 * What a snapshot tells of sybil attacks: Splider's table II and the text around it.
 *
 * @param suspects the addresses whose IDs chance does not explain, least likely first
 * @param top the ten addresses with most IDs, suspect or not
 * @param sharedAddresses addresses with several nodes
 * @param conformingShare of the nodes that share their address with nobody, those whose ID follows
 *     from it
 * @param fewestTellingIds an attack of fewer IDs at one address cannot be told from chance
 * @param byPapersRule addresses with more than a hundred IDs
 * @param privateNodes nodes told of at addresses that are not public
 * @param privateAddresses the ten of these addresses with most IDs
 */
public record SybilTable(
    List<SybilSuspect> suspects,
    List<SybilSuspect> top,
    int sharedAddresses,
    double conformingShare,
    int fewestTellingIds,
    int byPapersRule,
    int privateNodes,
    List<PrivateAddress> privateAddresses) {

  /** An address that is not public, and how many nodes are said to be there. */
  public record PrivateAddress(String address, int nodes) {}
}
