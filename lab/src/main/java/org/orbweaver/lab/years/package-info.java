/**
 * An archive over years: what is left of it when peers come, sleep and go for good, and lines are
 * as slow as the Herodotus thesis takes them to be (§6.1).
 *
 * <p>Simulated are blocks, lives and lines, by the hour. Who keeps a block ({@link
 * org.orbweaver.overlay.membership.MembershipView}), what is copied first ({@link
 * org.orbweaver.overlay.keep.RepairOrder}), how fast ({@link
 * org.orbweaver.overlay.keep.RepairRate}), how long a silent peer is waited for ({@link
 * org.orbweaver.overlay.membership.Absences}) and when whose copy is asked for ({@link
 * org.orbweaver.overlay.keep.AuditCalendar}) are the product's own classes. Messages are not
 * simulated: a peer's death is known to all a day after it, and lookups cost nothing. What
 * comparing costs is measured with the product's peers ({@link
 * org.orbweaver.lab.years.ComparingCost}).
 */
@NullMarked
package org.orbweaver.lab.years;

import org.jspecify.annotations.NullMarked;
