/** To be told. */
@NullMarked
package org.orbweaver.fuzz;

import org.jspecify.annotations.NullMarked;
