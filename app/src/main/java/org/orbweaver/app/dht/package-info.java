/** A Mainline node that runs. */
@NullMarked
package org.orbweaver.app.dht;

import org.jspecify.annotations.NullMarked;
