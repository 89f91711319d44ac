/** Web pages as tasks of a swarm. */
@NullMarked
package org.orbweaver.app.page;

import org.jspecify.annotations.NullMarked;
