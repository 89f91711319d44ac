package org.orbweaver.census.net;

import org.orbweaver.census.journal.GrowthPoint;

/**
 * How far a census has come.
 *
 * @param answers questions that were answered
 * @param unanswered questions given up, for whatever reason
 * @param waiting questions kept back because their address has had its share
 * @param unsendable contacts heard of to which nothing can be sent
 */
public record CensusProgress(
    CensusNode.Phase phase,
    GrowthPoint now,
    long answers,
    long unanswered,
    int open,
    int waiting,
    int unsendable) {}
