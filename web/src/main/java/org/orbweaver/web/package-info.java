/**
 * Web pages as tasks: fetching ({@code fetch}) and keeping ({@code archive}) joined, which know
 * nothing of each other. {@link org.orbweaver.web.ArchivingStore} is the seam; {@link
 * org.orbweaver.web.WebCrawl} is a whole crawl in one directory, as {@code orb crawl} runs it alone
 * and as a peer runs its share.
 */
@NullMarked
package org.orbweaver.web;

import org.jspecify.annotations.NullMarked;
