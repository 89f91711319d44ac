/**
 * The capture index as a table: {@link org.orbweaver.archive.table.CaptureTable} writes it as
 * Parquet in the columns of Common Crawl's index, so that questions written for that index can be
 * asked of one's own; {@link org.orbweaver.archive.table.CaptureAnalysis} are ten of them, in what
 * DuckDB and Spark have in common.
 */
@NullMarked
package org.orbweaver.archive.table;

import org.jspecify.annotations.NullMarked;
