/**
 * Snapshots for others: as Parquet, CSV or JSON, with {@link
 * org.orbweaver.census.export.Pseudonyms} in place of addresses, so that researchers can share what
 * they measured without saying whom.
 */
@NullMarked
package org.orbweaver.census.export;

import org.jspecify.annotations.NullMarked;
