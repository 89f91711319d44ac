/**
 * The time machine: an archive in the browser. Two origins, so that an archived page can never
 * touch the archive's own pages: {@link org.orbweaver.console.archive.ArchivePages} (start page,
 * calendar, lists, banner) on one port, {@link org.orbweaver.console.archive.ReplayPages} on
 * another, always within a frame of the first.
 *
 * <p>Nothing leaves the archive: archived pages are served with a policy that allows them their own
 * origin alone and a sandbox without popups or navigation of the top; the page around them allows
 * its frame to go nowhere but to that origin.
 */
@NullMarked
package org.orbweaver.console.archive;

import org.jspecify.annotations.NullMarked;
