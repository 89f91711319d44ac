/**
 * What changed: {@link org.orbweaver.archive.compare.LineDiff} between two versions of a page,
 * {@link org.orbweaver.archive.compare.SiteChanges} between two times of a site.
 */
@NullMarked
package org.orbweaver.archive.compare;

import org.jspecify.annotations.NullMarked;
