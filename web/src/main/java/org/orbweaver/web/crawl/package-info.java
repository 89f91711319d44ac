/**
 * A crawl on one machine. Workers, a virtual thread each, take turns from the frontier; a {@link
 * org.orbweaver.web.crawl.VisitDriver} makes one step of a {@link org.orbweaver.web.visit.Visit}
 * with each and tells the frontier what came of it. Captures are sealed in the worker's thread; one
 * committer appends what is sealed and settles what is done, in batches: first the archive, then
 * the frontier with the archive's mark ({@link org.orbweaver.web.crawl.Committer}).
 *
 * <p>{@link org.orbweaver.web.crawl.VirtualCrawl} runs the same in virtual time.
 */
@NullMarked
package org.orbweaver.web.crawl;

import org.jspecify.annotations.NullMarked;
