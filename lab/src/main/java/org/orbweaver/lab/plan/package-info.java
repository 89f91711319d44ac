/**
 * How many peers it takes to archive a web every day: chapters 3 and 6 of the Herodotus thesis as a
 * calculator. {@link org.orbweaver.lab.plan.WebFigures} says what the web is like (tables 3.1 and
 * 3.2), {@link org.orbweaver.lab.plan.PeerFigures} what a peer gives and how long it stays, {@link
 * org.orbweaver.lab.plan.Capacity} what follows, and {@link org.orbweaver.lab.plan.PlanPage} shows
 * it with curves.
 */
@NullMarked
package org.orbweaver.lab.plan;

import org.jspecify.annotations.NullMarked;
