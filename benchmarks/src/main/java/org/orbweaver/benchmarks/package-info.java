/** To be told. */
@NullMarked
package org.orbweaver.benchmarks;

import org.jspecify.annotations.NullMarked;
