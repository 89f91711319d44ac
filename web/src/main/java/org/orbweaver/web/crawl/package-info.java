/**
 * A crawl on one machine. Workers, a virtual thread each, take turns from the frontier; a {@link
 * org.orbweaver.web.visit.ConditionalFetch} fetches the page, compares it with the last capture and
 * finds its links, {@link org.orbweaver.web.visit.LinkPolicy} says which of them belong to the
 * crawl, and the {@link org.orbweaver.web.visit.CaptureStore} seals the capture, still in the
 * worker's thread. One committer appends what is sealed and settles what is done, in batches: first
 * the archive, then the frontier with the archive's mark ({@link
 * org.orbweaver.web.crawl.Committer}).
 *
 * <p>{@link org.orbweaver.web.visit.ConditionalFetch} knows neither frontier nor threads: the
 * overlay's web tasks are run by it too.
 */
@NullMarked
package org.orbweaver.web.crawl;

import org.jspecify.annotations.NullMarked;
