/**
 * The web's pages, visited and kept: fetching ({@code fetch}) and keeping ({@code archive}) joined,
 * which know nothing of each other.
 *
 * <ul>
 *   <li>{@link org.orbweaver.web.visit.Visit} is the one visit of a page.
 *   <li>{@link org.orbweaver.web.WebCrawl} is a whole crawl in one directory, as {@code orb crawl}
 *       runs it: the frontier grants the turns.
 *   <li>{@link org.orbweaver.web.ArchivedVisits} are single visits for somebody else who grants the
 *       turns, as a peer's leases do.
 *   <li>{@link org.orbweaver.web.ArchivingStore} is where captures become WARC records.
 * </ul>
 */
@NullMarked
package org.orbweaver.web;

import org.jspecify.annotations.NullMarked;
