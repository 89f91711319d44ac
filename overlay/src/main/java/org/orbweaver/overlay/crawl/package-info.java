/**
 * What a crawl is, for peers that did not begin it. A {@link org.orbweaver.overlay.crawl.CrawlPlan}
 * says which seeds, how far and until when; signed by the peer that wants it, it is a {@link
 * org.orbweaver.overlay.crawl.CrawlRecord}, which the swarm keeps on r disks like any other entry.
 * A peer that is handed a task of a crawl it has not heard of asks for the record by FIND_VALUE;
 * {@link org.orbweaver.overlay.crawl.KnownCrawls} remembers it. What its owner later wants shown no
 * more is {@link org.orbweaver.overlay.crawl.Takedowns}.
 */
@NullMarked
package org.orbweaver.overlay.crawl;

import org.jspecify.annotations.NullMarked;
