/** {@code orb trust}: evidence that peers lied, checked from files alone. */
@NullMarked
package org.orbweaver.cli.trust;

import org.jspecify.annotations.NullMarked;
