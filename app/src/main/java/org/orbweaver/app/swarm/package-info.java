/** A peer of a swarm that runs, and the socket by which it is told what to do. */
@NullMarked
package org.orbweaver.app.swarm;

import org.jspecify.annotations.NullMarked;
