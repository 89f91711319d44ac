/**
 * Peers that work get answers, peers that lie get out, and nobody is believed on its word.
 *
 * <p>A peer's work of a {@link org.orbweaver.trust.Period} is committed to under one root and one
 * signature. Then a {@link org.orbweaver.trust.Draw} that eleven {@link
 * org.orbweaver.trust.Witnesses} make together says which captures are fetched again, and by whom.
 * Who finds something else accuses; a {@link org.orbweaver.trust.Jury} of other networks, drawn
 * when the accusation stands, fetches the page too, and two thirds of its seats make a {@link
 * org.orbweaver.trust.JuryVerdict}. All verdicts about a peer are its {@link
 * org.orbweaver.trust.Dossier}, from which everybody computes the same {@link
 * org.orbweaver.trust.Standing}. What can be checked from files alone is a {@link
 * org.orbweaver.trust.Proof}, and needs no jury.
 *
 * <p>This module is pure: no I/O, no clock, no threads, no unseeded randomness. Why it is so, and
 * what it cannot do, stands in docs/trust.md.
 */
@NullMarked
package org.orbweaver.trust;

import org.jspecify.annotations.NullMarked;
