/** A polite node of the Mainline DHT, without sockets. */
@NullMarked
package org.orbweaver.mainline;

import org.jspecify.annotations.NullMarked;
