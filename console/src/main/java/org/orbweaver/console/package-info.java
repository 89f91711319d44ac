/** Web pages and the HTTP API over what the other modules know. */
@NullMarked
package org.orbweaver.console;

import org.jspecify.annotations.NullMarked;
