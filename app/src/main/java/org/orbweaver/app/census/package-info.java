/** A census that runs: on sockets, with its journal, into a snapshot. */
@NullMarked
package org.orbweaver.app.census;

import org.jspecify.annotations.NullMarked;
