/** What may be forgotten. */
@NullMarked
package org.orbweaver.overlay.memory;

import org.jspecify.annotations.NullMarked;
