/** To be told. */
@NullMarked
package org.orbweaver.cli;

import org.jspecify.annotations.NullMarked;
