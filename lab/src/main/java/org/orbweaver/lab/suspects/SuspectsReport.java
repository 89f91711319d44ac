package org.orbweaver.lab.suspects;

import java.util.List;
import org.orbweaver.census.suspects.EclipseSuspect;
import org.orbweaver.census.suspects.EclipseTable;
import org.orbweaver.census.suspects.SybilSuspect;

/**
 * How well attacks are told from chance.
 *
 * @param nodes in each honest world, of which {@code natShare} share their address, up to {@code
 *     natLargest} at one
 * @param worlds how many honest ones, and as many attacked ones
 * @param swept whether the snapshots were those of a sweep; else they held everybody
 * @param attacks found and planted, by kind
 * @param foundShare of all but those barely closer and of sybils with fewer than {@code
 *     fewestTellingIds} IDs
 * @param barelyCloserFoundShare of the eclipses barely closer than the closest honest node
 * @param paperRuleInHonestWorlds what Splider's rules name in the honest worlds
 * @param topSybils the first attacked world's addresses with most IDs
 * @param eclipses the first attacked world's ten least likely subspaces
 * @param eclipseSizes figure 9, in the first attacked world
 */
public record SuspectsReport(
    int nodes,
    double natShare,
    int natLargest,
    int worlds,
    long firstSeed,
    boolean swept,
    int falseSybilsInHonestWorlds,
    int falseEclipsesInHonestWorlds,
    int falseSybilsInAttackedWorlds,
    int falseEclipsesInAttackedWorlds,
    PaperRule paperRuleInHonestWorlds,
    int fewestTellingIds,
    double foundShare,
    double barelyCloserFoundShare,
    List<Kind> attacks,
    double conformingShare,
    List<SybilSuspect> topSybils,
    List<EclipseSuspect> eclipses,
    List<EclipseTable.Size> eclipseSizes) {

  /** How many honest addresses have over a hundred IDs, and honest subspaces eight of 27 bits. */
  public record PaperRule(int sybils, int eclipses, int eclipseBits) {}

  /** One kind of attack. */
  public record Kind(String attack, int planted, int found) {}
}
