/**
 * {@code orb lab}: the experiments behind every figure in the documentation, one command each. A
 * command only gathers options and prints the report; the experiment lives in the {@code lab}
 * module.
 */
@NullMarked
package org.orbweaver.cli.lab;

import org.jspecify.annotations.NullMarked;
