/**
 * Questions to snapshots, in SQL.
 *
 * <p>An {@link org.orbweaver.census.analysis.AnalysisEngine} holds three tables: {@code nodes}, the
 * rows of all snapshots given to it, each with its snapshot's name; {@code snapshots}, a line for
 * each with its number in the order of time; and {@code places}, the country and network of each
 * address where databases of them were given. {@link org.orbweaver.census.analysis.AnalysisTables}
 * prepares them. An {@link org.orbweaver.census.analysis.Analysis} is one of the SQL files beside
 * this package's resources; it runs unchanged on every engine. {@link
 * org.orbweaver.census.analysis.DuckDbEngine} is built in; others come as an {@link
 * org.orbweaver.census.analysis.EngineProvider} from a module that is not part of the program.
 * Answers are handed to a {@link org.orbweaver.census.analysis.RowSink}, or kept as a {@link
 * org.orbweaver.census.analysis.Table}.
 */
@NullMarked
package org.orbweaver.census.analysis;

import org.jspecify.annotations.NullMarked;
