/**
 * Are planted attacks found, and honest networks left alone? Worlds with carrier NAT, with and
 * without attackers, are shown to {@code census.suspects}; {@link
 * org.orbweaver.lab.suspects.PlantedAttacks} says which attacks, {@link
 * org.orbweaver.lab.suspects.SuspectsExperiment} counts.
 */
@NullMarked
package org.orbweaver.lab.suspects;

import org.jspecify.annotations.NullMarked;
