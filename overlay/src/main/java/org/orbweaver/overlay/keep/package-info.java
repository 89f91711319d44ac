/**
 * What is needed to keep copies whole for years: {@link org.orbweaver.overlay.keep.ReadBack} looks
 * at what a disk still has, {@link org.orbweaver.overlay.keep.RangeSums} tell two holders where
 * they differ (Herodotus §4.6), {@link org.orbweaver.overlay.keep.CopyTag} proves that somebody has
 * just read a copy, {@link org.orbweaver.overlay.keep.AuditCalendar} says when whose copy is asked
 * for (LOCKSS), {@link org.orbweaver.overlay.keep.RepairOrder} and {@link
 * org.orbweaver.overlay.keep.RepairRate} what is copied first, and how fast.
 *
 * <p>Nothing here sends a message: {@code overlay.node} does, and the lab's archive of years uses
 * the same rules without one.
 */
@NullMarked
package org.orbweaver.overlay.keep;

import org.jspecify.annotations.NullMarked;
