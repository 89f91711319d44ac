/**
 * The one place that opens DuckDB: in memory, within bounds, and never reaching for the network.
 * Writing a snapshot, reading it and every analysis start here.
 */
@NullMarked
package org.orbweaver.census.duckdb;

import org.jspecify.annotations.NullMarked;
