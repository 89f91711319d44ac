/**
 * One fuzz target for each parser that meets bytes from strangers.
 *
 * <p>In the normal build each target replays its inputs: seeds and, as small files beside them,
 * whatever fuzzing has found. To fuzz for real, one target at a time:
 *
 * <pre>
 *   JAZZER_FUZZ=1 mvn -pl fuzz -am test -Dtest=KrpcFuzzTest -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 *
 * <p>That runs for five minutes; a finding fails the test and leaves its input among the target's
 * resources, where it stays as a regression test.
 */
@NullMarked
package org.orbweaver.fuzz;

import org.jspecify.annotations.NullMarked;
