/**
 * What the hot paths cost. One class for each path, named for what it does; the figures that count
 * are written down in {@code docs/performance.md}.
 *
 * <pre>
 *   mvn -q -pl benchmarks -am package -DskipTests
 *   java -jar benchmarks/target/benchmarks.jar FindNodeCodec -prof gc
 * </pre>
 */
@NullMarked
package org.orbweaver.benchmarks;

import org.jspecify.annotations.NullMarked;
