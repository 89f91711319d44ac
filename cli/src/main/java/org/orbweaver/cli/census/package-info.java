/**
 * {@code orb census}: the commands for snapshots of a whole DHT. {@link
 * org.orbweaver.cli.census.CensusCommand} lists them; {@link
 * org.orbweaver.cli.census.AnalysisOptions} is what those that analyse snapshots share.
 */
@NullMarked
package org.orbweaver.cli.census;

import org.jspecify.annotations.NullMarked;
