/**
 * How long nodes stay, and how their number changes over a day, from a series of snapshots
 * (Splider, section V.B).
 *
 * <p>{@link org.orbweaver.census.sessions.SessionTracker} is told, snapshot by snapshot, which
 * nodes answered. What it gathers becomes a {@link org.orbweaver.census.sessions.Survival}, the
 * share of sessions longer than so many hours, to which {@link
 * org.orbweaver.census.sessions.SurvivalFit} fits Pareto's and Weibull's distributions; {@link
 * org.orbweaver.census.sessions.DailyFluctuation} is the number of nodes over the hours. {@link
 * org.orbweaver.census.sessions.SessionReport} has it all.
 */
@NullMarked
package org.orbweaver.census.sessions;

import org.jspecify.annotations.NullMarked;
