/**
 * A crawl on one machine as {@code orb crawl} runs it: its rounds ({@link
 * org.orbweaver.app.crawl.CrawlRounds}), what each of them came to ({@link
 * org.orbweaver.app.crawl.CrawlReport}), and how a person is told, meanwhile ({@link
 * org.orbweaver.app.crawl.RoundLines}) and in the end ({@link
 * org.orbweaver.app.crawl.CrawlSummary}).
 */
@NullMarked
package org.orbweaver.app.crawl;

import org.jspecify.annotations.NullMarked;
