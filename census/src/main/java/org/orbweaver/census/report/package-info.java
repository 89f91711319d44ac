/**
 * What snapshots tell, in one page.
 *
 * <p>{@link org.orbweaver.census.report.CensusReporter} runs the analyses, looks for suspects in
 * the latest snapshot and follows sessions through all of them; the outcome is a {@link
 * org.orbweaver.census.report.CensusReport}, which is also the report's JSON. {@link
 * org.orbweaver.census.report.ReportPage} turns it into one HTML file without scripts or anything
 * from outside, section by section.
 */
@NullMarked
package org.orbweaver.census.report;

import org.jspecify.annotations.NullMarked;
