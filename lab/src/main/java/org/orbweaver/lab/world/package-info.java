/** To be told. */
@NullMarked
package org.orbweaver.lab.world;

import org.jspecify.annotations.NullMarked;
