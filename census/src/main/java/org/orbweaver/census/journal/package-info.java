/**
 * A crawl that survives the end of its process.
 *
 * <p>A strategy's state is large and its own business, so no picture is taken of it. Instead
 * everything that ever happened to the crawl is written down in order, and since a crawl is
 * deterministic, living through it again leads to the very same state: {@link
 * org.orbweaver.census.journal.RecordedCrawl} passes every event on to a {@link
 * org.orbweaver.census.journal.CrawlJournal}; {@link org.orbweaver.census.journal.JournalWriter}
 * packs events into blocks of bytes, which {@link org.orbweaver.census.journal.JournalFile} appends
 * to a file, each with its checksum; {@link org.orbweaver.census.journal.JournalReplay} reads them
 * into a new crawl. What a killed process had not written yet, it has not done: questions that are
 * open at the journal's end are asked again.
 *
 * <p>A journal grows by about 60 bytes for an answer and 30 more for each node; writing it is the
 * copying of those bytes. It holds who told of whom, so the edges of the routing tables come out of
 * it too.
 */
@NullMarked
package org.orbweaver.census.journal;

import org.jspecify.annotations.NullMarked;
