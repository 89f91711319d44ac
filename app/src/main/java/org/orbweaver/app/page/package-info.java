/**
 * Web pages as tasks of a swarm. {@link org.orbweaver.app.page.PageTasks} is the kind; {@link
 * org.orbweaver.app.page.PageWork} makes the steps of a visit under the swarm's leases. How a page
 * was come by travels in the task's marks ({@link org.orbweaver.app.page.PageMarks}), what belongs
 * to a crawl is in its plan's terms ({@link org.orbweaver.app.page.PageTerms}) and in the records
 * of its seeds ({@link org.orbweaver.app.page.CrawlScope}).
 */
@NullMarked
package org.orbweaver.app.page;

import org.jspecify.annotations.NullMarked;
