/** To be told. */
@NullMarked
package org.orbweaver.udp;

import org.jspecify.annotations.NullMarked;
