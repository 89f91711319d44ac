/**
 * One fuzz target for each parser that meets bytes from strangers.
 *
 * <p>In the normal build each target replays its inputs: seeds and, as small files beside them,
 * whatever fuzzing has found. {@code tools/fuzz} fuzzes for real, plants a bug in each target to
 * show that it is found, and prints which branches of the parsers the inputs reach. What it finds
 * goes among the target's resources, where it stays as a regression test.
 *
 * <p>Targets of parsers that are nobody else's business live in the packages they fuzz.
 */
@NullMarked
package org.orbweaver.fuzz;

import org.jspecify.annotations.NullMarked;
